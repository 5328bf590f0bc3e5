import { allCalls } from '../../src/contract/all-calls.ts';
import type { Call } from '../../src/contract/kit/call.ts';
import { parseMessage } from '../../src/server/features/faxes/compose/message.ts';
import { AppError } from '../../src/server/kit/app-error.ts';
import { unstorableField } from '../../src/server/kit/storable-text.ts';
import { parseQueryString } from '../../src/server/kit/query-string.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const calls: readonly Call[] = Object.values(allCalls);

/** Returns a body with the same value in every field of the contract. */
function exampleOf({ body }: Call, value: unknown): Uint8Array {
  const shape = (body as { shape?: object } | undefined)?.shape ?? {};
  return seed(JSON.stringify(Object.fromEntries(Object.keys(shape).map((name) => [name, value]))));
}

/** Bodies and queries of every call; the first two bytes of an input select the call. Bodies are limited to 1 MiB. */
export const target: FuzzTarget = {
  covers: ['/src/contract/', '/src/server/kit/', '/src/server/features/faxes/compose/message'],
  maxBytes: 1024 * 1024,
  seeds: () =>
    calls.flatMap((call, index) =>
      call.body
        ? ['a@b.example', '2125550100', 1, true, ['x'], { a: '1' }].map((value) =>
            Buffer.concat([Buffer.from([index & 255, index >> 8]), exampleOf(call, value)]),
          )
        : [],
    ),
  run: (input) => {
    if (input.length < 2) return;
    const call = calls[input.readUInt16LE(0) % calls.length]!;
    const text = input.toString('utf8', 2);
    const pairs = parseQueryString(text);
    call.query?.safeParse(pairs);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      // Fastify rejects bodies that are not JSON; then only the query matters.
      body = pairs;
    }
    const parsed = call.body?.safeParse(body ?? {});
    if (parsed?.success === true && unstorableField(body) === null && call.anyText !== true)
      holds(unstorableField(parsed.data) === null, 'what passes can be stored');
    if (!call.multipart) return;
    try {
      const fields = new Map(
        Object.entries(pairs).map(([name, one]) => [name, typeof one === 'string' ? one : (one[0] ?? '')]),
      );
      parseMessage(fields, { files: 1, most: 20, abroad: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  },
};
