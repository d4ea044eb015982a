<?php
// Save it as pay.php. PHP 8.1 or newer, no extension needed: php pay.php
$response = file_get_contents(getenv('FLOWLIX_URL') . '/v1/payments/hpp', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ' . getenv('FLOWLIX_KEY'),
        'Idempotency-Key: ' . bin2hex(random_bytes(12)),
        'Content-Type: application/json',
    ],
    'content' => json_encode([
        'amount' => 4999,
        'currency' => 'EUR',
        'description' => 'Two tickets',
        'merchant_customer_id' => 'customer-1',
        'return_url' => 'https://shop.example/return',
    ]),
    'timeout' => 30,
    'ignore_errors' => true,
]]));

$payment = json_decode((string) $response, true);
if (isset($payment['error'])) {
    exit($payment['error']['code'] . ': ' . $payment['error']['message'] . "\n");
}
// Keep $payment['id'] with the order, then answer your customer's browser with a redirect:
echo $payment['next_action']['redirect_url'], "\n";
