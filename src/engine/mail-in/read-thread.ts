/** The thread that parses emails one after another: whatever an email does to its parser, sessions continue. */
import { parentPort } from 'node:worker_threads';

import type { ReadRequest } from './mail-reader.ts';
import { parseMail } from './parse-mail.ts';
import { parseReport } from './parse-report.ts';
import type { ParseOutcome } from './port.ts';
import { QuickBlob } from './quick-blob.ts';

// Replaced only here: nothing else in this thread uses Blob.
Object.assign(globalThis, { Blob: QuickBlob });

parentPort!.on('message', ({ kind, raw }: ReadRequest) => {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const answer =
    kind === 'mail'
      ? parseMail(mail).then((value) => parentPort!.postMessage({ value }, handedOver(value)))
      : parseReport(mail).then((value) => parentPort!.postMessage({ value }, []));
  answer.catch((error: unknown) => parentPort!.postMessage({ fault: String(error) }, []));
});

/** Returns the buffers to transfer instead of copy: files are large, and this thread no longer needs them. */
function handedOver(outcome: ParseOutcome): ArrayBuffer[] {
  if (outcome.kind !== 'ok') return [];
  const own = outcome.mail.files.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(own)];
}
