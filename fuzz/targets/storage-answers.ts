import { isDead, jsonOf, throttleOf } from '../../src/engine/remote-storage/egnyte-answers.ts';
import { egnyteConnection } from '../../src/engine/remote-storage/egnyte-connection.ts';
import { redeemCode } from '../../src/engine/remote-storage/egnyte-sign-in.ts';
import { numbered, safeName } from '../../src/engine/remote-storage/names.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const code = { domain: 'd', redirectUri: 'https://x', code: 'c', codeVerifier: 'v' };

/** Responses of a storage provider, and names of files there. */
export const target: FuzzTarget = {
  covers: ['/src/engine/remote-storage/', '/src/engine/outbound-guard/retry-after'],
  maxBytes: 1024 * 1024,
  seeds: () => [
    seed('{"folders":[{"name":"a","path":"/Shared/a","permission":"Full"},{"name":"b","path":"/Shared/b"}]}'),
    seed(
      '{"access_token":"t","refresh_token":"r","expires_in":3600,"token_type":"bearer","error":"invalid_grant"}',
    ),
    seed('{"id":7,"username":"ann","permission":"Owner"}'),
    seed('Mon, 23 Nov 2026 10:00:00 GMT'),
  ],
  run: async (input) => {
    const status = [200, 200, 200, 401, 403, 404, 429, 500][input.length % 8]!;
    const header = input.toString('latin1', 0, 60);
    const headers = { 'retry-after': header, 'x-mashery-error-code': header };
    const answer = { kind: 'ok' as const, status, headers, body: input };
    const connection = egnyteConnection({ ask: async () => throttleOf(answer) ?? answer });
    isDead(answer);
    jsonOf(input);
    await connection.whoAmI();
    await connection.folders('/Shared');
    const guard = {
      dial: async () => ({ kind: 'refused' as const, reason: 'UNREACHABLE' as const }),
      request: async () => answer,
    };
    const pace = { turn: async () => null } as never;
    await redeemCode({ guard, pace, baseUrl: '', clientId: 'i', clientSecret: 's' }, code);
    const name = safeName(input.toString('utf8', 0, 1_000));
    holds(/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(name) && name.length <= 200, 'a name is safe');
    holds(numbered(name, 7) !== name, 'a numbered name is another');
  },
};
