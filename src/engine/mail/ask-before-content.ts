import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/** Extra data of a message, read by its content stream. */
interface Fence {
  proceed: () => Promise<boolean>;
  /** Closes the connection of the message. The reason is ANOTHER_HAS_IT, or why `proceed` failed. */
  lost: AbortController;
}

/** The error that aborts a message whose worker no longer has it. */
export const ANOTHER_HAS_IT = new Error('another worker has this mail');

/**
 * A plugin that checks whether a message may still be sent, at the last moments when it can be aborted: when the server
 * asks for the content, and before the end of the content, after which the server would accept the message.
 */
export const askBeforeContent: PluginFunction = (mail, done) => {
  const { fence } = mail.data as { fence?: Fence };
  if (fence) {
    const open = mail.message.createReadStream.bind(mail.message);
    // Nothing is read, and so nothing is checked, before the connection requests the content.
    mail.message.createReadStream = (...args: Parameters<typeof open>) => fenced(open(...args), fence);
  }
  done();
};

function fenced(content: Readable, fence: Fence): Readable {
  const stream = Readable.from(chunksOf(content, fence), { objectMode: false });
  // The connection is closed by then, so the sender receives the error.
  stream.on('error', () => undefined);
  return stream;
}

async function* chunksOf(content: Readable, { proceed, lost }: Fence): AsyncGenerator<Buffer> {
  const ask = async (): Promise<void> => {
    try {
      if (!(await proceed())) throw ANOTHER_HAS_IT;
    } catch (error) {
      lost.abort(error);
      throw error;
    }
  };
  await ask();
  yield* content as AsyncIterable<Buffer>;
  await ask();
}
