import { Readable } from 'node:stream';
import type { PluginFunction } from 'nodemailer';

/** What a mail brings along for its stream. */
interface Fence {
  proceed: () => Promise<boolean>;
  /** Ends the connection that the mail is on; its reason is ANOTHER_HAS_IT, or why nobody could say who has the mail. */
  lost: AbortController;
}

/** Why a mail was broken off whose worker does not have it any more. */
export const ANOTHER_HAS_IT = new Error('another worker has this mail');

/**
 * Asks whether a mail may still be sent at the last moments at which it can be broken off: when the server has asked for
 * the content, and before the end of it, after which the server would take the mail.
 */
export const askBeforeContent: PluginFunction = (mail, done) => {
  const { fence } = mail.data as { fence?: Fence };
  if (fence) {
    const open = mail.message.createReadStream.bind(mail.message);
    // Nothing is read, so nothing is asked, before the connection wants the content.
    mail.message.createReadStream = (...args: Parameters<typeof open>) => fenced(open(...args), fence);
  }
  done();
};

function fenced(content: Readable, fence: Fence): Readable {
  const stream = Readable.from(chunksOf(content, fence), { objectMode: false });
  // The connection is closed by then: who sends the mail hears of it.
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
