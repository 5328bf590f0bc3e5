/**
 * The program of the persistent child that draws cover pages: as confined as the converters' children, but used for
 * many pages, because a preview has to appear while somebody types. It never sees an uploaded file, only short texts.
 */
import { Socket } from 'node:net';
import { convertPdf } from '../converters/pdf.ts';
import { DocumentRefusal } from '../converters/refusal.ts';
import type { FaxPage } from '../fax-page/class-f.ts';
import { writeClassF } from '../fax-page/class-f.ts';
import { MAX_COVER_BYTES, MAX_COVER_PAGES } from '../limits.ts';
import type { CoverSheet } from '../port.ts';
import { isConfined } from '../sandbox/is-confined.ts';
import { encodeMessage, MessageReader } from '../sandbox/messages.ts';
import { setCover } from './set-cover.ts';

const answers = new Socket({ fd: 3, readable: false, writable: true });

function say(head: object, body: Uint8Array[] = []): void {
  for (const part of encodeMessage(head, body)) answers.write(part);
}

async function draw(sheet: CoverSheet): Promise<FaxPage[]> {
  const pages: FaxPage[] = [];
  for await (const page of convertPdf(setCover(sheet), MAX_COVER_PAGES)) pages.push(page);
  return pages;
}

async function answer(body: Uint8Array): Promise<void> {
  try {
    const pages = await draw(JSON.parse(Buffer.from(body).toString('utf8')) as CoverSheet);
    say({ kind: 'ok', pages: pages.length }, [writeClassF(pages)]);
  } catch (error) {
    if (!(error instanceof DocumentRefusal)) throw error;
    say({ kind: 'refused', reason: error.reason, detail: error.message.slice(0, 1000) });
  }
}

const practice = { template: '#rows()\n#comments', otherPages: 0, title: '', footer: '', fields: {} };
await draw({
  ...practice,
  rows: [{ key: 'to', side: 'to', label: 'To', value: 'x' }],
  comments: 'Practice makes the first page as fast as the second.',
});
say({ kind: 'ready', confined: isConfined() });
const reader = new MessageReader(MAX_COVER_BYTES);
for await (const chunk of process.stdin) {
  for (const { body } of reader.push(chunk as Buffer)) await answer(body);
}
answers.end(() => process.exit(0));
