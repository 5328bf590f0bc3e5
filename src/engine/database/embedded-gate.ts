import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { DatabaseRefusal } from './refusal.ts';

/** Longer than the longest start (recovery after a crash), because the process before us may be in one. */
const GATE_LIMIT_MS = 6 * 60_000;

const RETRY_MS = 25;

/**
 * Lets one process at a time check, create or start the database of a folder.
 * The gate is an abstract socket named after the folder's inode: the kernel gives it to only one process and takes it
 * back when that process dies, even by kill -9, so that no stale lock file can exist.
 */
export async function behindStartGate<T>(databaseFolder: string, work: () => Promise<T>): Promise<T> {
  const { dev, ino } = await stat(databaseFolder);
  const gate = await enter(`\0f2e-database-${dev}-${ino}`, databaseFolder);
  try {
    return await work();
  } finally {
    await new Promise((resolve) => {
      gate.close(resolve);
    });
  }
}

async function enter(name: string, databaseFolder: string): Promise<Server> {
  const deadline = Date.now() + GATE_LIMIT_MS;
  for (;;) {
    const gate = await tryListen(name);
    if (gate) return gate;
    if (Date.now() > deadline) {
      throw new DatabaseRefusal(
        `Another process has been starting the database in ${databaseFolder} for minutes. ` +
          'Look for a hanging f2e process and end it.',
      );
    }
    await pause(RETRY_MS);
  }
}

async function tryListen(name: string): Promise<Server | undefined> {
  return await new Promise((resolve, reject) => {
    // The socket only serves as a lock; connections are closed at once.
    const server = createServer((visitor) => visitor.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => {
      resolve(server);
    });
  });
}
