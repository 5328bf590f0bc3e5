import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

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
}

/**
 * Opens the reader: threads start with the first mails and are kept. A mail that takes too much time or memory costs its
 * thread and is malformed, because it would do so again (A-MAILIN-09).
 */
export function openMailReader(bounds: ReaderBounds = {}): MailReader {
  const { timeMs = READ_MS, heapMb = READ_HEAP_MB } = bounds;
  const turns = createTurns(READERS, MAX_WAITING);
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  const start = (): Worker => {
    const thread = new Worker(new URL('read-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    threads.add(thread);
    return thread;
  };
  const read = async (kind: ReadRequest['kind'], raw: Buffer): Promise<unknown> => {
    const reply = await turns.take(async () => {
      const thread = idle.pop() ?? start();
      const said = await ask(thread, { kind, raw }, timeMs);
      if (said !== 'overrun') idle.push(thread);
      else {
        threads.delete(thread);
        await thread.terminate();
      }
      return said;
    });
    if (reply === undefined) throw new Error('too many mails wait for their reader');
    if (reply === 'overrun') return undefined;
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

/** One mail. Idle, a thread must not keep the process from ending. */
async function ask(thread: Worker, request: ReadRequest, timeMs: number): Promise<ReadReply | 'overrun'> {
  const over = new AbortController();
  const { signal } = over;
  thread.ref();
  thread.postMessage(request, []);
  try {
    return await Promise.race([
      once(thread, 'message', { signal }).then(([reply]) => reply as ReadReply),
      once(thread, 'exit', { signal }).then(() => ({ fault: 'its thread has ended' })),
      pause(timeMs, 'overrun' as const, { signal }),
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'overrun';
    throw error;
  } finally {
    over.abort();
    thread.unref();
  }
}
