/** The thread that takes mails apart, one after the other: whatever one does to its reader, sessions go on. */
import { parentPort } from 'node:worker_threads';

import type { ReadRequest } from './mail-reader.ts';
import { parseMail } from './parse-mail.ts';
import { parseReport } from './parse-report.ts';
import type { ParseOutcome } from './port.ts';
import { QuickBlob } from './quick-blob.ts';

// Only here: in this thread nothing else knows a Blob.
Object.assign(globalThis, { Blob: QuickBlob });

parentPort!.on('message', ({ kind, raw }: ReadRequest) => {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const answer =
    kind === 'mail'
      ? parseMail(mail).then((value) => parentPort!.postMessage({ value }, handedOver(value)))
      : parseReport(mail).then((value) => parentPort!.postMessage({ value }, []));
  answer.catch((error: unknown) => parentPort!.postMessage({ fault: String(error) }, []));
});

/** Files are large and nobody here needs them any more: they change hands instead of being copied. */
function handedOver(outcome: ParseOutcome): ArrayBuffer[] {
  if (outcome.kind !== 'ok') return [];
  const own = outcome.mail.files.flatMap(({ bytes: { buffer, byteLength } }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );
  return [...new Set(own)];
}
