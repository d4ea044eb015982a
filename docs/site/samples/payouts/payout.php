<?php
// Save it as payout.php. PHP 8.1 or newer, no extension needed: php payout.php
function call(string $path, ?array $body = null): array
{
    $header = ['Authorization: Bearer ' . getenv('FLOWLIX_KEY')];
    $http = ['timeout' => 30, 'ignore_errors' => true];
    if ($body !== null) {
        $header[] = 'Idempotency-Key: ' . bin2hex(random_bytes(12));
        $header[] = 'Content-Type: application/json';
        $http += ['method' => 'POST', 'content' => json_encode($body)];
    }
    $context = stream_context_create(['http' => $http + ['header' => $header]]);
    $answer = json_decode((string) file_get_contents(getenv('FLOWLIX_URL') . $path, false, $context), true);
    if (isset($answer['error'])) {
        exit($answer['error']['code'] . ': ' . $answer['error']['message'] . "\n");
    }
    return $answer;
}

$payout = call('/v1/payouts', [
    'amount' => 4999,
    'currency' => 'EUR',
    'destination' => ['card_number' => '4111111111111111'],
    'initiator_ip_address' => '203.0.113.7',
    'recipient' => ['country' => 'PL', 'first_name' => 'Łucja', 'last_name' => 'Nowak'],
]);
// Better than asking again: let a webhook tell you.
while (in_array($payout['status'], ['PENDING', 'PROCESSING'], true)) {
    sleep(1);
    $payout = call('/v1/payouts/' . $payout['id']);
}
echo $payout['id'], ' ', $payout['status'], "\n";
