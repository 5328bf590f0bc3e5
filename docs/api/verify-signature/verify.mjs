// Node.js: the standard library alone.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { argv, exit, stdin } from 'node:process';

/** Gives the event of a post; throws when it was not signed with this secret in the last five minutes. */
export function verify(secret, headers, body) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error('too old');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  for (const signature of headers['webhook-signature'].split(' ')) {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    if (signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected))
      return JSON.parse(body.toString());
  }
  throw new Error('wrong signature');
}

const [, , secret, id, timestamp, signature] = argv;
const body = Buffer.concat(await Array.fromAsync(stdin));
try {
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  console.log(verify(secret, headers, body).type);
} catch (error) {
  console.error(error.message);
  exit(1);
}
