<?php
// Receives webhooks with nothing but PHP 8:  WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8080 receiver.php

const TOLERANCE_SECONDS = 300;
const BYTES_MAX = 2 << 20;

/** Whether Flowlix-Signature is that of this secret over these bytes, made within the last five minutes. */
function is_genuine(string $header, string $rawBody, string $secret): bool
{
    $timestamp = '';
    $given = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't' && $timestamp === '') {
            $timestamp = $value;
        } elseif ($name === 'v1') {
            $given[] = $value;
        }
    }
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1 || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    // While a secret is being rolled there are several signatures: one that is right is enough.
    foreach ($given as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

// Until we know better: PHP may answer 200 to an error that nobody caught, and that would be "received".
http_response_code(500);
$secret = (string) getenv('WEBHOOK_SECRET');
$rawBody = (string) file_get_contents('php://input', false, null, 0, BYTES_MAX + 1);
$header = $_SERVER['HTTP_FLOWLIX_SIGNATURE'] ?? '';
if (strlen($rawBody) > BYTES_MAX || !is_genuine($header, $rawBody, $secret)) {
    http_response_code(400);
    exit;
}
$event = json_decode($rawBody, true);
$isText = fn (mixed $value): bool => is_string($value) && $value !== '';
if (!is_array($event) || !$isText($event['id'] ?? null) || !$isText($event['type'] ?? null)) {
    http_response_code(400);
    exit;
}
// Keep the event in a table whose primary key is its id, so that a second delivery changes nothing;
// then answer, and work on it afterwards.
error_log($event['id'] . ' ' . $event['type']);
http_response_code(204);
