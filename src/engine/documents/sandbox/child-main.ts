/**
 * The program inside the sandbox: says it is ready, takes one job from standard input, answers on descriptor 3,
 * ends. Standard output is not used because libraries print to it.
 */
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { convertFiles } from '../convert.ts';
import { DocumentRefusal } from '../converters/refusal.ts';
import { writeClassF } from '../fax-page/class-f.ts';
import { MAX_INPUT_BYTES } from '../limits.ts';
import type { ChildMessage, JobMessage } from './messages.ts';
import { encodeMessage, MessageReader } from './messages.ts';
import { load, warmUp } from './warm-up.ts';

const answers = new Socket({ fd: 3, readable: false, writable: true });

function say(message: ChildMessage, body: Uint8Array[] = []): void {
  for (const part of encodeMessage(message, body)) answers.write(part);
}

/** True when neither the host's files nor its network are within reach: proof that the sandbox holds. */
function isConfined(): boolean {
  const outward = Object.keys(networkInterfaces()).filter((name) => name !== 'lo');
  return outward.length === 0 && !existsSync('/etc/passwd');
}

/** True from the first byte of a job on. */
let isWanted = false;

async function receiveJob() {
  const reader = new MessageReader(MAX_INPUT_BYTES);
  for await (const chunk of process.stdin) {
    isWanted = true;
    for (const { head, body } of reader.push(chunk as Buffer)) {
      let at = 0;
      return (head as JobMessage).files.map(({ type, size }) => {
        at += size;
        return { type, bytes: body.subarray(at - size, at) };
      });
    }
  }
  return undefined;
}

async function work(job: ReturnType<typeof receiveJob>): Promise<void> {
  const files = await job;
  if (files === undefined) return;
  let current = 0;
  try {
    const pages = await convertFiles(files, (index) => {
      current = index;
      say({ kind: 'file', index });
    });
    const damaged = pages.flatMap((page, index) => (page.damaged === true ? [index + 1] : []));
    say({ kind: 'ok', pages: pages.length, damaged }, [writeClassF(pages)]);
  } catch (error) {
    if (!(error instanceof DocumentRefusal)) throw error;
    say({ kind: 'refused', reason: error.reason, file: current, detail: error.message.slice(0, 200) });
  }
}

await load();
say({ kind: 'ready', confined: isConfined() });
const job = receiveJob();
await warmUp(() => isWanted);
say({ kind: 'warm' });
await work(job);
answers.end(() => process.exit(0));
