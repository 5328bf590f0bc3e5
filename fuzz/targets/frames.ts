import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { encodeMessage, MessageReader } from '../../src/engine/documents/sandbox/messages.ts';
import { openSpool } from '../../src/engine/mail-in/spool.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const MOST_BODY = 1024 * 1024;
const spool = await openSpool(mkdtempSync(join(tmpdir(), 'f2e-fuzz-spool-')));

/** Returns everything that a reader parses from these pieces, or the refusal. */
function read(pieces: readonly Uint8Array[]): string {
  const reader = new MessageReader(MOST_BODY);
  try {
    const messages = pieces.flatMap((piece) => reader.push(piece));
    return JSON.stringify(messages.map(({ head, body }) => [head, Buffer.from(body).toString('hex')]));
  } catch (error) {
    // Its callers treat every error as the end of the child (sandbox/child.ts).
    return `refused: ${String(error)}`;
  }
}

/** Messages of a converter that a document may have compromised, and incoming mails: both in pieces of any size. */
export const target: FuzzTarget = {
  covers: ['/src/engine/documents/sandbox/messages', '/src/engine/mail-in/spool'],
  maxBytes: 256 * 1024,
  seeds: () => [
    Buffer.concat([
      Buffer.from([3]),
      ...encodeMessage({ kind: 'ready', confined: true }),
      ...encodeMessage({ kind: 'ok' }, [Buffer.from('x')]),
    ]),
    seed('\u0001From: a\r\n\r\nbody\r\n'),
    seed('\u0002a\nb\rc\r\n'),
  ],
  run: async (input) => {
    const size = 1 + (input[0] ?? 0);
    const bytes = input.subarray(1);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    if (pieces.length > 2_000) return;
    const [whole, cut] = [read([bytes]), read(pieces)];
    holds(
      whole === cut || whole.startsWith('refused') || cut.startsWith('refused'),
      'it does not matter how messages are cut',
    );
    const taken = await spool.take(Readable.from(pieces), MOST_BODY);
    const bare = /(?<!\r)\n|\r(?!\n)/.test(bytes.toString('latin1'));
    holds((taken === 'bare-line-end') === bare, 'bare line ends are found wherever they are');
    if (typeof taken === 'string') return;
    holds((await taken.read()).equals(bytes), 'a mail is kept as it came');
    await taken.discard();
  },
};
