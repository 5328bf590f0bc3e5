/** The thread that takes mails apart, one after the other: whatever one does to its reader, sessions go on. */
import { parentPort } from 'node:worker_threads';

import type { ReadRequest } from './mail-reader.ts';
import { parseMail } from './parse-mail.ts';
import { parseReport } from './parse-report.ts';

parentPort!.on('message', ({ kind, raw }: ReadRequest) => {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const reading = kind === 'mail' ? parseMail(mail) : parseReport(mail);
  reading.then(
    (value) => parentPort!.postMessage({ value }, []),
    (error: unknown) => parentPort!.postMessage({ fault: String(error) }, []),
  );
});
