import { spawn } from 'node:child_process';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { endOf, query, useEmbeddedRig } from '#test/embedded-rig.ts';
import { findPostmaster } from './embedded-postmaster.ts';
import { eventually } from '#test/patience.ts';

const rig = useEmbeddedRig();

test('acknowledged rows survive kill -9 of the product, and the next start adopts the server', async () => {
  const { child, acknowledged } = await rig.startElsewhere();
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(50));
  child.kill('SIGKILL');
  await endOf(child);
  const orphans = await rig.postmasters();
  expect(orphans).toHaveLength(1);

  const next = await rig.start();
  expect(next.adopted).toBe(true);
  expect(await rig.postmasters()).toEqual(orphans);
  const kept = await query(next.connection, 'select n from fact');
  expect(kept).toEqual(expect.arrayContaining(acknowledged.map((n) => ({ n }))));
  await next.stop();
  expect(await rig.postmasters()).toEqual([]);
});

test('acknowledged rows survive kill -9 of everything', async () => {
  const { child, acknowledged } = await rig.startElsewhere();
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(50));
  child.kill('SIGKILL');
  for (const pid of await rig.postmasters()) process.kill(pid, 'SIGKILL');
  await endOf(child);

  const next = await rig.start();
  expect(next.adopted).toBe(false);
  const kept = await query(next.connection, 'select n from fact');
  expect(kept).toEqual(expect.arrayContaining(acknowledged.map((n) => ({ n }))));
});

test('a server that dies while we run comes back under the same address', async () => {
  const { connection } = await rig.start();
  await query(connection, 'create table kept (n int); insert into kept values (7)');
  for (let round = 0; round < 3; round += 1) {
    const [pid] = await rig.postmasters();
    process.kill(pid ?? 0, 'SIGKILL');
    await eventually(async () => {
      expect(await query(connection, 'select n from kept')).toEqual([{ n: 7 }]);
      expect(await rig.postmasters()).not.toContain(pid);
    });
  }
  expect(await rig.postmasters()).toHaveLength(1);
});

test('a server whose socket was swept away is stopped and started again', async () => {
  const { child } = await rig.startElsewhere();
  child.kill('SIGKILL');
  await endOf(child);
  const [orphan] = await rig.postmasters();
  const server = await findPostmaster(rig.cluster);
  for (const name of await readdir(server?.socketFolder ?? '')) {
    if (name.startsWith('.s.')) await rm(join(server?.socketFolder ?? '', name));
  }
  const next = await rig.start();
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  const now = await rig.postmasters();
  expect(now).toHaveLength(1);
  expect(now).not.toContain(orphan);
});

test('a number in postmaster.pid that another process has by now does not stop the start', async () => {
  const first = await rig.start();
  await first.stop();
  const cluster = rig.cluster;
  const owner = await stat(cluster);
  const other = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, cwd: '/' });
  rig.afterwards(() => other.kill('SIGKILL'));
  const lines = [other.pid, cluster, Math.floor(Date.now() / 1000), 5432, '/run/nowhere', '', '', 'ready'];
  await writeFile(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`);
  const next = await rig.start();
  expect(next.adopted).toBe(false);
  expect(await query(next.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(other.exitCode).toBeNull();
});
