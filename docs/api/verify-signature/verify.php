<?php
// PHP 8: the standard library alone.

/** Gives the event of a post; throws when it was not signed with this secret in the last five minutes. */
function verify(string $secret, array $headers, string $body): array
{
    $timestamp = $headers['webhook-timestamp'];
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('too old');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    $signed = $headers['webhook-id'] . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($expected, $signature)) {
            return json_decode($body, true, 64, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('wrong signature');
}

[, $secret, $id, $timestamp, $signature] = $argv;
$headers = ['webhook-id' => $id, 'webhook-timestamp' => $timestamp, 'webhook-signature' => $signature];
try {
    echo verify($secret, $headers, stream_get_contents(STDIN))['type'], "\n";
} catch (RuntimeException $error) {
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
