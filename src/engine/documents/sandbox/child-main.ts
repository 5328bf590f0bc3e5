/**
 * The program inside the sandbox: reports that it is ready, reads jobs from standard input, answers on descriptor 3,
 * and exits after its last job. Standard output is not used, because libraries print to it.
 */
import { Socket } from 'node:net';
import { convertFiles } from '../convert.ts';
import { forgetPdfium, loadPdfium } from '../converters/pdfium.ts';
import type { Drawing } from '../converters/refusal.ts';
import { DocumentRefusal } from '../converters/refusal.ts';
import { takeShortfalls } from '../converters/shortfalls.ts';
import { writeClassF } from '../fax-page/class-f.ts';
import { CHILD_QUIET_MS, MAX_INPUT_BYTES } from '../limits.ts';
import type { JobFile } from './child.ts';
import { isConfined } from './is-confined.ts';
import type { ChildMessage, JobMessage } from './messages.ts';
import { encodeMessage, MessageReader } from './messages.ts';
import { isQuiet, load, warmUp } from './warm-up.ts';

/** Longest detail in characters, because it becomes a log line. */
const MOST_DETAIL = 200;

const answers = new Socket({ fd: 3, readable: false, writable: true });

function say(message: ChildMessage, body: Uint8Array[] = []): void {
  for (const part of encodeMessage(message, body)) answers.write(part);
}

/** Whether a job has started to arrive. */
let isWanted = false;
let hasPractised = false;

async function* receiveJobs(): AsyncGenerator<{ files: JobFile[] } & Omit<JobMessage, 'files'>> {
  const reader = new MessageReader(MAX_INPUT_BYTES);
  for await (const chunk of process.stdin) {
    isWanted = true;
    for (const { head, body } of reader.push(chunk as Buffer)) {
      const { files, ...terms } = head as JobMessage;
      let at = 0;
      yield {
        ...terms,
        files: files.map(({ type, size }) => {
          at += size;
          return { type, bytes: body.subarray(at - size, at) };
        }),
      };
    }
  }
}

async function work(files: readonly JobFile[], drawing: Omit<Drawing, 'onCount'>): Promise<void> {
  let current = 0;
  try {
    const onFile = (index: number) => {
      current = index;
      say({ kind: 'file', index });
    };
    const onPage = (done: number, of: number) => say({ kind: 'page', done, of });
    const pages = await convertFiles(files, { onFile, onPage }, drawing);
    const detail = takeShortfalls();
    if (detail !== '') say({ kind: 'shortfall', detail: detail.slice(0, MOST_DETAIL) });
    const damaged = pages.flatMap((page, index) => (page.damaged === true ? [index + 1] : []));
    say({ kind: 'ok', pages: pages.length, damaged }, [writeClassF(pages)]);
  } catch (error) {
    if (!(error instanceof DocumentRefusal)) throw error;
    say({
      kind: 'refused',
      reason: error.reason,
      file: current,
      detail: error.message.slice(0, MOST_DETAIL),
    });
  }
}

/** Warms up once, as soon as there is a quiet period: between frequent jobs, it would take CPU from them. */
async function practise(job: Promise<unknown>): Promise<void> {
  if (hasPractised || !(await isQuiet(job, CHILD_QUIET_MS))) return;
  hasPractised = true;
  await warmUp(() => isWanted);
  // What the warm-up left behind is dropped too.
  forgetPdfium();
  await loadPdfium();
  say({ kind: 'warm' });
}

await load();
say({ kind: 'ready', confined: isConfined() });
const jobs = receiveJobs();
let next = jobs.next();
for (;;) {
  await practise(next);
  const job = await next;
  if (job.done === true) break;
  const { files, again, alone, photos } = job.value;
  await work(files, { alone, photos });
  if (!again) break;
  isWanted = false;
  forgetPdfium();
  // Before the next document rather than with it: this takes as long as a short document.
  await loadPdfium();
  next = jobs.next();
}
answers.end(() => process.exit(0));
