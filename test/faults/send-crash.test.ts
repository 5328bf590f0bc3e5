import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';
import { until } from '#test/sending-rig.ts';

import { B, crash, crashedProduct, drained, trySend } from './send-crash-rig.ts';

const crashed = crashedProduct();

describe('killed while sending', () => {
  it('[F-send-02] after the commit and before the answer: the same key gets the first answer, one fax arrives', async () => {
    await crash(crashed, { F2E_FAULT: 'after_commit_before_reply' });
    const key = randomUUID();
    const nothing = await trySend(crashed, 'hello', key);
    expect(nothing).toEqual([]);
    await crash(crashed);
    const jobs = await trySend(crashed, 'hello', key);
    const again = await trySend(crashed, 'hello', key);
    expect(jobs).toHaveLength(1);
    expect(again).toEqual(jobs);
    const end = await drained(crashed);
    expect(end.jobs).toMatchObject([{ id: jobs[0], state: 'DELIVERED', arrived: 1 }]);
    expect(end.received).toBe(1);
  });

  it('in the middle of an upload: nothing is queued, nothing is left behind', async () => {
    const { headers } = crashed.sender;
    const { port, hostname } = new URL(crashed.product.baseURL);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined); // The product is killed on purpose.
    const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': '10000000' });
    socket.write(
      `POST /api/faxui/sendFax HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; ' +
        `name="destinations"\r\n\r\n${B}\r\n--b\r\ncontent-disposition: form-data; ` +
        `name="userfiles[0]"; filename="a.txt"\r\n\r\n${'a'.repeat(5_000_000)}`,
    );
    const uploads = join(crashed.dataDir, 'uploads');
    await until(
      async () => await readdir(uploads),
      (names) => names.length === 1,
    );
    await crash(crashed);
    socket.destroy();
    const left = await readdir(uploads);
    const end = await drained(crashed);
    expect([left, end.jobs]).toEqual([[], []]);
  });

  it('[F-send-05] before dialling: dialled once after the restart, with one more attempt row', async () => {
    await crashed.product.f2e([
      'line',
      'add',
      '--kind',
      'simulator',
      '--name',
      'sim',
      '--pattern',
      '*',
      '--json',
    ]);
    await crash(crashed, { F2E_FAULT: 'before_dial' });
    const jobs = await trySend(crashed, 'hello', randomUUID(), '3105550111');
    expect(jobs).toHaveLength(1);
    await until(
      async () =>
        await fetch(`${crashed.product.baseURL}/healthz`).then(
          () => true,
          () => false,
        ),
      (alive) => !alive,
    );
    await crash(crashed);
    const end = await drained(crashed);
    expect(end.jobs).toMatchObject([{ state: 'DELIVERED', dials: 1, attempts: 2, dialled: 1 }]);
  });

  it('[F-send-04] 10 times while converting: the pages are those of an undisturbed run, no call is counted', async () => {
    const chance = chanceOf('send-crash/converting');
    const long = Array.from({ length: 4_000 }, (_, i) => `Line ${i} of a long letter.`).join('\n');
    const started = Date.now();
    await trySend(crashed, long, randomUUID());
    const undisturbed = await drained(crashed);
    const usual = Date.now() - started;
    const expected = undisturbed.jobs[0]?.sha256?.toString('hex');
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
    for (let round = 0; round < 10; round += 1) {
      const jobs = await trySend(crashed, long, randomUUID());
      expect(jobs).toHaveLength(1);
      await pause(chance.int(1, Math.max(usual, 2)));
      await crash(crashed);
    }
    const end = await drained(crashed);
    const hashes = new Set(end.jobs.map(({ sha256, last_error }) => sha256?.toString('hex') ?? last_error));
    expect(hashes).toEqual(new Set([expected]));
    expect(end.jobs).toHaveLength(11);
    expect(
      new Set(
        end.jobs.map(({ state, dials, arrived, last_error }) => `${state} ${last_error} ${dials} ${arrived}`),
      ),
    ).toEqual(new Set(['DELIVERED null 1 1']));
  });
});
