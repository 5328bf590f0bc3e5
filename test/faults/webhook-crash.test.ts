import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { makeFax } from '#test/factories.ts';
import { until } from '#test/sending-rig.ts';
import { startReceiver } from '#test/webhook-receiver.ts';
import { startWebhookRig } from '#test/webhook-rig.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

describe('a worker that is killed while it posts', () => {
  let rig: WebhookRig;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    rig = await startWebhookRig();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      if (worker.exitCode !== null || worker.signalCode !== null) continue;
      worker.kill('SIGKILL');
      await once(worker, 'exit');
    }
  });
  afterAll(async () => await rig.stop());

  const work = (fault = ''): ChildProcess => {
    const { test, deps } = rig;
    const args = [test.database.url, test.folder, deps.secretKey.toString('hex'), fault];
    const child = spawn(process.execPath, [join(import.meta.dirname, 'webhook-worker.ts'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    workers.push(child);
    return child;
  };
  /** Expires the lease of the dead worker, which otherwise takes a minute. */
  const forget = async (): Promise<void> => {
    await rig.test.database.pool.query(
      'update webhook_delivery set lease_until = now() where lease_until is not null',
    );
  };
  const states = async (): Promise<string[]> => {
    const { rows } = await rig.test.database.pool.query<{ state: string }>(
      'select state from webhook_delivery',
    );
    return rows.map(({ state }) => state);
  };

  it('[F-hook-01] before the answer, and between the answer and the commit: the event is posted again under the same id', async () => {
    const open: ServerResponse[] = [];
    const receiver = await startReceiver((response) => void open.push(response), 200);
    const program = await rig.program();
    await rig.add(program, receiver.url());
    await makeFax(rig.test.database.db, program.account.id);
    const first = work();
    await until(
      async () => await Promise.resolve(receiver.got.length),
      (posts) => posts === 1,
    );
    first.kill('SIGKILL');
    await once(first, 'exit');
    await forget();
    const second = work('after_webhook_before_commit');
    const [, signal] = (await once(second, 'exit')) as [unknown, string];
    expect([signal, receiver.got.length, await states()]).toEqual(['SIGKILL', 2, ['queued']]);
    await forget();
    work();
    await until(states, (found) => found.every((state) => state === 'delivered'));
    expect(receiver.got).toHaveLength(3);
    expect(new Set(receiver.got.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1);
    await receiver.stop();
  });
});
