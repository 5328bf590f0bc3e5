import { spawnSync } from 'node:child_process';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { endOf, query, useEmbeddedRig } from '#test/embedded-rig.ts';
import { silentLog } from '#test/test-database.ts';
import { startEmbedded } from './embedded.ts';

const rig = useEmbeddedRig();
/** Enough rounds for each of the two to be the faster one. */
const ROUNDS = 12;

test('starts below a closed folder, answers, stops without a trace, and keeps its data', async () => {
  const first = await rig.start();
  expect(first.adopted).toBe(false);
  await query(first.connection, 'create table kept (n int); insert into kept values (7)');
  const socketFolder = first.connection.host ?? '';
  expect(socketFolder.length).toBeLessThan(80);
  expect((await stat(socketFolder)).mode & 0o077).toBe(0);
  await first.stop();
  expect(await rig.postmasters()).toEqual([]);
  await expect(stat(socketFolder)).rejects.toThrow('ENOENT');

  const second = await rig.start();
  expect(await query(second.connection, 'select n from kept')).toEqual([{ n: 7 }]);
  const settings = await query(
    second.connection,
    "select current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp",
  );
  expect(settings).toEqual([{ fsync: 'on', tcp: '' }]);
});

test.runIf(process.getuid?.() === 0)('lets in nobody else on the machine', async () => {
  const { connection } = await rig.start();
  const path = `${connection.host}/.s.PGSQL.5432`;
  const script = `require('net').connect(${JSON.stringify(path)}).on('error', (e) => process.exit(e.code === 'EACCES' ? 3 : 4)).on('connect', () => process.exit(0))`;
  const { status } = spawnSync(process.execPath, ['-e', script], { uid: 65534, gid: 65534, cwd: '/' });
  expect(status).toBe(3);
  await chmod(connection.host ?? '', 0o777);
  await chmod(path, 0o777);
  await expect(
    query({ ...connection, user: 'postgres', database: 'postgres' }, 'select 1 as one'),
  ).resolves.toEqual([{ one: 1 }]);
  const nobody = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import net from 'node:net';
      const socket = net.connect(${JSON.stringify(path)});
      const body = Buffer.from('\\0\\x03\\0\\0user\\0f2e\\0database\\0f2e\\0\\0', 'latin1');
      const size = Buffer.alloc(4); size.writeUInt32BE(body.length + 4);
      socket.write(Buffer.concat([size, body]));
      socket.once('data', (answer) => { console.log(answer.toString('latin1')); process.exit(0); });`,
    ],
    { uid: 65534, gid: 65534, cwd: '/' },
  );
  expect(nobody.stdout.toString()).toContain('Peer authentication failed');
});

test('two starts at once share one server, and only the last user stops it', async () => {
  const [one, two] = await Promise.all([rig.startElsewhere(), rig.startElsewhere()]);
  expect(one.adopted).not.toBe(two.adopted);
  expect(await rig.postmasters()).toHaveLength(1);
  one.child.kill('SIGTERM');
  expect(await endOf(one.child)).toBe(0);
  expect(await rig.postmasters()).toHaveLength(1);
  two.child.kill('SIGTERM');
  expect(await endOf(two.child)).toBe(0);
  expect(await rig.postmasters()).toEqual([]);
});

test('who starts while the last user stops gets a server, again and again', async () => {
  let current = await rig.start();
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = rig.start();
    await current.stop();
    current = await next;
    expect(await query(current.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
}, 60_000);

test('a cluster of another PostgreSQL version is refused with a sentence and left alone', async () => {
  const first = await rig.start();
  await first.stop();
  const file = join(rig.dataDir, 'database', 'cluster', 'PG_VERSION');
  await writeFile(file, '16\n');
  await expect(startEmbedded({ dataDir: rig.dataDir, log: silentLog })).rejects.toThrow(
    /was made by PostgreSQL 16, .* backup/u,
  );
  await writeFile(file, '18\n');
});

test('a first start that was killed while it made the cluster is repeated', async () => {
  const half = join(rig.dataDir, 'database', 'cluster.new');
  await mkdir(half, { recursive: true });
  await writeFile(join(half, 'PG_VERSION'), '18\n');
  const { connection } = await rig.start();
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(stat(half)).rejects.toThrow('ENOENT');
});
