<?php
// Save it as refund.php. PHP 8.1 or newer, no extension needed: php refund.php
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

$refund = call('/v1/refunds', ['payment_id' => getenv('PAYMENT_ID'), 'amount' => 1200, 'reason' => 'returned']);
// Better than asking again: let a webhook tell you.
while (in_array($refund['status'], ['PENDING', 'PROCESSING'], true)) {
    sleep(1);
    $refund = call('/v1/refunds/' . $refund['id']);
}
echo $refund['id'], ' ', $refund['status'], "\n";
