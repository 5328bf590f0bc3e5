import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

import { Connection } from '../../src/engine/fax-line/hylafax/connection.ts';
import type { Reply } from '../../src/engine/fax-line/hylafax/connection.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

/** The parts of a socket that a connection uses. */
class DeafSocket extends EventEmitter {
  setNoDelay = () => this;
  setEncoding = () => this;
  setTimeout = () => this;
  unref = () => this;
  write = () => true;
  end = () => this;
  destroyed = false;
  destroy = () => {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  };
}

/** Returns the replies in a server's output, received in these pieces, and the error if the connection was closed. */
async function repliesTo(pieces: readonly string[]): Promise<(Reply | string)[]> {
  const socket = new DeafSocket();
  const connection = new Connection(socket as unknown as Socket);
  const replies = Array.from({ length: 8 }, async () =>
    connection.reply().catch((error: unknown) => String(error)),
  );
  for (const piece of pieces) socket.emit('data', piece);
  socket.destroy();
  return await Promise.all(replies);
}

/** Replies of a HylaFAX server on the control connection; the first byte of an input sets the size of the pieces. */
export const target: FuzzTarget = {
  covers: ['/src/engine/fax-line/hylafax/connection'],
  maxBytes: 128 * 1024,
  seeds: () => [
    seed(
      '\u0005220 server (HylaFAX (tm) Version 6.0.7) ready.\r\n230-one\r\n two\r\n230 User fax logged in.\r\n',
    ),
    seed('\u0001331 Password required\n150 FILE: /docq/doc7.tif (Opening).\n226 Transfer complete\r\n'),
  ],
  run: async (input) => {
    const text = input.toString('latin1', 1);
    const size = 1 + (input[0] ?? 0);
    const pieces = Array.from({ length: Math.min(64, Math.ceil(text.length / size)) }, (_, at) =>
      text.slice(at * size, at === 63 ? undefined : (at + 1) * size),
    );
    const [whole, cut] = [await repliesTo([text]), await repliesTo(pieces)];
    if (text.length < 60_000)
      holds(JSON.stringify(whole) === JSON.stringify(cut), 'it does not matter how replies are cut');
  },
};
