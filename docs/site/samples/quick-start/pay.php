<?php
// Save it as pay.php. PHP 8.1 or newer, no extension needed: php pay.php
$response = file_get_contents(getenv('FLOWLIX_URL') . '/v1/payments', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ' . getenv('FLOWLIX_KEY'),
        'Idempotency-Key: ' . bin2hex(random_bytes(12)), // Keep it with your order before you send.
        'Content-Type: application/json',
    ],
    'content' => json_encode([
        'amount' => 4999,
        'currency' => 'EUR',
        'payment_method_data' => [
            'type' => 'card',
            'card' => [
                'number' => '4111111111111111',
                'exp_month' => 12,
                'exp_year' => 2034,
                'cvc' => '123',
                'holder_name' => 'Ada Lovelace',
            ],
        ],
        'customer_ip_address' => '203.0.113.7',
        'merchant_customer_id' => 'customer-1',
        'return_url' => 'https://shop.example/return',
    ]),
    'timeout' => 30,
    'ignore_errors' => true, // An error has a body that says what is wrong.
]]));

$payment = json_decode((string) $response, true);
if (isset($payment['error'])) {
    exit($payment['error']['code'] . ': ' . $payment['error']['message'] . "\n");
}
echo $payment['id'], ' ', $payment['status'], "\n";
