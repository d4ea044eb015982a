<?php
// Receives webhooks with nothing but PHP 8:  WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:8080 receiver.php

const TOLERANCE_SECONDS = 300;
const BYTES_MAX = 2 << 20;

/** Null where Flowlix-Signature is that of this secret over these bytes, made within five minutes; else why not. */
function why_refused(string $header, string $rawBody, string $secret): ?string
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
    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return 'no Flowlix-Signature with a time';
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return 'too old: not signed within five minutes of this clock';
    }
    $expected = hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    // While a secret is being rolled there are several signatures: one that is right is enough.
    foreach ($given as $signature) {
        if (hash_equals($expected, $signature)) {
            return null;
        }
    }
    return 'bad signature: another secret, or not the bytes as they came';
}

/** What the answer says stands in the list of deliveries and in the workbench. */
function refuse(string $why): void
{
    http_response_code(400);
    header('Content-Type: text/plain');
    exit("$why\n");
}

// Until we know better: PHP may answer 200 to an error that nobody caught, and that would be "received".
http_response_code(500);
$secret = (string) getenv('WEBHOOK_SECRET');
$rawBody = (string) file_get_contents('php://input', false, null, 0, BYTES_MAX + 1);
$header = $_SERVER['HTTP_FLOWLIX_SIGNATURE'] ?? '';
$why = strlen($rawBody) > BYTES_MAX ? 'too long' : why_refused($header, $rawBody, $secret);
if ($why !== null) {
    refuse($why);
}
$event = json_decode($rawBody, true);
$isText = fn (mixed $value): bool => is_string($value) && $value !== '';
if (!is_array($event) || !$isText($event['id'] ?? null) || !$isText($event['type'] ?? null)) {
    refuse('no event');
}
// Keep the event in a table whose primary key is its id, so that a second delivery changes nothing;
// then answer, and work on it afterwards.
error_log($event['id'] . ' ' . $event['type']);
http_response_code(204);
