import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { logEvent } from '../log/engine-events.ts';
import type { LogOf } from '../log/port.ts';
import { MAX_WAITING, READERS, READ_HEAP_MB, READ_MS } from './limits.ts';
import type { MailIn } from './port.ts';
import { createTurns } from './turns.ts';

/** A request to a parser thread. */
export interface ReadRequest {
  kind: 'mail' | 'report';
  raw: Uint8Array;
}

/** The thread's reply; `fault` is an error of our code, not of the email. */
type ReadReply = { value: unknown } | { fault: string };

/** Why a thread was terminated while parsing an email. */
type Overrun = 'time' | 'memory';

/** Parses emails off the main thread. */
export type MailReader = Pick<MailIn, 'parse' | 'report'> & {
  /** Terminates the threads; the sender of an email being parsed is asked to retry. */
  close(): Promise<void>;
};

/** Limits of the reader; tests use smaller ones. */
export interface ReaderBounds {
  /** Milliseconds per email. */
  timeMs?: number;
  /** Megabytes of the thread's heap. */
  heapMb?: number;
  log?: LogOf<'warn'>;
}

/** How many emails that exceeded the time limit are remembered; an attacker may send many. */
const MOST_LATE = 1_000;

/**
 * Opens the reader. Threads start with the first emails and are reused. An email that exceeds the memory limit ends its
 * thread and counts as malformed, because it would do so again (A-MAILIN-09). Exceeding the time limit may be due to a
 * frozen machine: the sender's server retries, and the second time the email counts as malformed too.
 */
export function openMailReader(bounds: ReaderBounds = {}): MailReader {
  const { timeMs = READ_MS, heapMb = READ_HEAP_MB, log } = bounds;
  const turns = createTurns(READERS, MAX_WAITING);
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const late = new Set<string>();
  const start = (): Worker => {
    const thread = new Worker(new URL('read-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    threads.add(thread);
    // An error while nobody waits for the thread, as of one that is being terminated, must not end the process.
    thread.on('error', () => undefined);
    thread.once('exit', () => threads.delete(thread));
    return thread;
  };
  const read = async (kind: ReadRequest['kind'], raw: Buffer): Promise<unknown> => {
    const reply = await turns.take(async () => {
      const thread = idle.pop() ?? start();
      let answered = false;
      try {
        const said = await ask(thread, { kind, raw }, timeMs);
        answered = typeof said === 'object';
        return said;
      } finally {
        if (answered) idle.push(thread);
        else await thread.terminate();
      }
    });
    if (reply === undefined) throw new Error('too many mails wait for their reader');
    if (typeof reply === 'string') {
      if (reply === 'time' && firstTime(late, kind, raw))
        throw new Error('a mail took too much time to read: it may come once more');
      logEvent(log, 'mail-in.mail-too-heavy', { reason: reply });
      return undefined;
    }
    if ('fault' in reply) throw new Error(`a mail could not be read: ${reply.fault}`);
    return reply.value;
  };
  return {
    // The thread returns the results of the same functions.
    parse: async (raw) =>
      ((await read('mail', raw)) ?? { kind: 'final', reason: 'malformed' }) as Awaited<
        ReturnType<MailReader['parse']>
      >,
    report: async (raw) => ((await read('report', raw)) ?? null) as Awaited<ReturnType<MailReader['report']>>,
    close: async () => {
      await Promise.all([...threads].map(async (thread) => await thread.terminate()));
    },
  };
}

function firstTime(late: Set<string>, kind: string, raw: Buffer): boolean {
  const mark = `${kind} ${createHash('sha256').update(raw).digest('base64')}`;
  if (late.has(mark)) return false;
  if (late.size >= MOST_LATE) late.clear();
  late.add(mark);
  return true;
}

/** Sends one request to a thread. An idle thread must not keep the process alive. */
async function ask(thread: Worker, request: ReadRequest, timeMs: number): Promise<ReadReply | Overrun> {
  const over = new AbortController();
  const { signal } = over;
  thread.ref();
  thread.postMessage(request, []);
  try {
    return await Promise.race([
      once(thread, 'message', { signal }).then(([reply]) => reply as ReadReply),
      once(thread, 'exit', { signal }).then(() =>
        Promise.reject(new Error('the thread of a mail has ended')),
      ),
      pause(timeMs, 'time' as const, { signal }),
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'memory';
    throw error;
  } finally {
    over.abort();
    thread.unref();
  }
}
