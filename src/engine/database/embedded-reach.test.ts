import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { PROJECT, endOf, useEmbeddedRig } from '#test/embedded-rig.ts';
import { findReach, waysIn } from './embedded-reach.ts';
import { chooseServerUser } from './embedded-user.ts';
import { eventually } from '#test/patience.ts';

const run = promisify(execFile);
const rig = useEmbeddedRig();
const isRoot = process.getuid?.() === 0;

/** nobody: always in /etc/passwd, and without a home. */
const ORDINARY = 65_534;

test.runIf(isRoot)(
  'root can pass a closed folder by a private mount or by the right to search, not plainly',
  async () => {
    const user = await chooseServerUser(rig.cluster);
    expect(user.uid).not.toBe(0);
    const mountPoint = await mkdtemp(join(tmpdir(), 'f2e-mount-'));
    rig.afterwards(async () => await rm(mountPoint, { recursive: true }));
    const outcomes: Record<string, string> = {};
    for (const way of waysIn(user, rig.dataDir, mountPoint)) {
      const { file, args, options } = way.command('/bin/sh', ['-c', 'cd "$1" && id -u', 'sh', way.folder]);
      outcomes[way.kind] = await run(file, args, options).then(
        ({ stdout }) => stdout.trim(),
        () => 'closed',
      );
    }
    const uid = String(user.uid);
    expect(outcomes).toEqual({ plain: 'closed', 'bind-mount': uid, 'read-search': uid });
  },
);

test.runIf(isRoot)('an open folder is reached plainly, without further rights', async () => {
  const open = await mkdtemp(join(tmpdir(), 'f2e-open-'));
  rig.afterwards(async () => await rm(open, { recursive: true }));
  await chmod(open, 0o711);
  const reach = await findReach(await chooseServerUser(rig.cluster), open, join(open, 'mount'));
  expect(reach.kind).toBe('plain');
});

test.runIf(isRoot)('an ordinary user without a home starts and stops a database of its own', async () => {
  const home = await mkdtemp(join(tmpdir(), 'f2e-ordinary-'));
  rig.afterwards(async () => await rm(home, { recursive: true }));
  const project = join(home, 'project');
  await mkdir(project);
  rig.dataDir = join(home, 'data');
  await mkdir(rig.dataDir);
  for (const folder of [home, rig.dataDir]) await chown(folder, ORDINARY, ORDINARY);
  // Other users may be unable to enter the project's folder; a private mount shows it to this user.
  const view = ['--dev-bind', '/', '/', '--bind', PROJECT, project, '--chdir', project];
  const become = ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'];
  const node = join(project, relative(PROJECT, process.execPath));
  const child = spawn(
    'bwrap',
    [...view, '--', ...become, '--', node, '--input-type=module', '-e', rig.writer()],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'], HOME: '/nonexistent' } },
  );
  rig.afterwards(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => expect(output.split('\n').length).toBeGreaterThan(20));
  expect(output).toMatch(/^\{"adopted":false\}\n1\n2\n/u);
  const [server] = await rig.postmasters();
  const { stdout } = await run('ps', ['-o', 'uid=', '-p', String(server)]);
  expect(Number(stdout)).toBe(ORDINARY);

  const { stdout: children } = await run('pgrep', ['-P', String(child.pid)]);
  process.kill(Number(children), 'SIGTERM');
  expect(await endOf(child)).toBe(0);
  expect(await rig.postmasters()).toEqual([]);
});
