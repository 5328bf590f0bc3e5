import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';

import { PROJECT, ownEnvironment } from './start-product.ts';

const run = promisify(execFile);

/** What the script calls on the machine; each only writes down that it was called. */
const PROGRAMS = ['apt-get', 'npm', 'node', 'useradd', 'install', 'chown', 'systemctl'];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-install-script-'));
  await mkdir(join(folder, 'bin'));
  for (const name of PROGRAMS)
    await executable(
      join(folder, 'bin', name),
      `[ "$1" = -p ] && echo 24\necho "${name} $*" >>${folder}/called`,
    );
  await executable(join(folder, 'bin/id'), 'echo 0');
  await mkdir(join(folder, 'new'));
  await cp(join(PROJECT, 'deploy'), join(folder, 'new/deploy'), { recursive: true });
  return async () => await rm(folder, { recursive: true });
});

async function executable(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/** Runs deploy/install.sh of the folder `new` on a machine of its own; gives back how it has called the set-up. */
async function install(): Promise<string[]> {
  const script = join(folder, 'new/deploy/install.sh');
  const here = (await readFile(script, 'utf8')).replaceAll(
    /(?<![\w$}"])\/(?=(?:opt|etc|var|run|usr)\/)/gu,
    `${folder}/`,
  );
  // Nothing of this machine is touched.
  expect(here).not.toMatch(/(?:^|[\s=])\/(?:opt|etc|var|run|usr)\//mu);
  await writeFile(script, here);
  const { PATH = '' } = process.env;
  await run('sh', [script], { env: { ...ownEnvironment(), PATH: `${folder}/bin:${PATH}` } });
  const called = await readFile(join(folder, 'called'), 'utf8');
  return called.split('\n').filter((line) => line.startsWith('node scripts/setup.mjs'));
}

describe('an update by install.sh', () => {
  it.each([
    ['was set up', 'exit 2', 'node scripts/setup.mjs --sip'],
    ['came with a package and has no libraries here', 'exit 127', 'node scripts/setup.mjs'],
  ])('where the fax engine of SIP lines %s', async (_, engine, expected) => {
    await mkdir(join(folder, 'opt/f2e/dist/faxleg'), { recursive: true });
    await executable(join(folder, 'opt/f2e/dist/faxleg/faxleg'), engine);
    expect(await install()).toEqual([expected]);
  });

  it('sets no SIP lines up where there were none', async () => {
    await mkdir(join(folder, 'opt'));
    expect(await install()).toEqual(['node scripts/setup.mjs']);
  });
});
