import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { logEvent } from '../log/engine-events.ts';
import type { LogOf } from '../log/port.ts';
import { MAX_WAITING, READERS, READ_HEAP_MB, READ_MS } from './limits.ts';
import type { MailIn } from './port.ts';
import { createTurns } from './turns.ts';

/** What a thread is asked. */
export interface ReadRequest {
  kind: 'mail' | 'report';
  raw: Uint8Array;
}

/** What it answers; `fault` is an error of ours, not of the mail. */
type ReadReply = { value: unknown } | { fault: string };

/** Why a thread was ended in the middle of a mail. */
type Overrun = 'time' | 'memory';

/** Takes mails apart beside the thread that talks with everybody. */
export type MailReader = Pick<MailIn, 'parse' | 'report'> & {
  /** Ends the threads; a mail that is being read is told to come again. */
  close(): Promise<void>;
};

/** A bound of ours; smaller ones are for tests. */
export interface ReaderBounds {
  /** Milliseconds for one mail. */
  timeMs?: number;
  /** Megabytes of the thread's heap. */
  heapMb?: number;
  log?: LogOf<'warn'>;
}

/** Mails whose time was over once; an attacker may send many. */
const MOST_LATE = 1_000;

/**
 * Opens the reader: threads start with the first mails and are kept. A mail that takes too much memory costs its thread and
 * is malformed, because it would do so again (A-MAILIN-09). One that takes too much time may have met a machine that stood
 * still: its sender's server comes again, and the second time it is malformed, too.
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
    // The thread answers with what the same functions return here.
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

/** One mail. Idle, a thread must not keep the process from ending. */
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
