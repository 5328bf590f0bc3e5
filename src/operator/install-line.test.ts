import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';

import { PROJECT, ownEnvironment } from '#test/start-product.ts';

const PROGRAM = join(PROJECT, 'test/install-line-program.ts');

/** The user `nobody` of every Linux; it is in /etc/passwd, which the embedded database needs. */
const OWNER = 65_534;

let folder: string;
let data: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-install-line-'));
  await chmod(folder, 0o755);
  data = join(folder, 'data');
  for (const made of ['data', 'etc', 'spool/config', 'spool/bin', 'spool/recvq'])
    await mkdir(join(folder, made), { recursive: true });
  await writeFile(join(folder, 'spool/config/class1'), 'ModemType: Class1\n');
  return async () => await rm(folder, { recursive: true });
});

async function install(name: string): Promise<{ status: number; stdout: string; stderr: string }> {
  const env = { ...ownEnvironment(), F2E_DATA: data };
  return await new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, folder, name], { env, cwd: PROJECT }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** What of the data folder belongs to somebody else than the user of the service. */
async function foreign(): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(data, { recursive: true }))
    if ((await stat(join(data, name))).uid !== OWNER) found.push(name);
  return found;
}

it.runIf(process.getuid?.() === 0)(
  'line add --install changes the machine as root, and the data as the user that the service runs as',
  async () => {
    await chown(data, OWNER, OWNER);
    const added = await install('fax1');
    expect(added).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(added.stdout)).toEqual({ change: 'ok', uid: OWNER });
    expect(await readdir(data)).toEqual(expect.arrayContaining(['database', 'keys']));
    expect(await foreign()).toEqual([]);
    const users = await readFile(join(folder, 'etc/hosts.hfaxd'), 'utf8');

    // Nothing is changed on the machine for a name that is taken: the line would lose its password.
    const again = await install('fax1');
    expect(again).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('already a line named “fax1”'),
    });
    expect(await readFile(join(folder, 'etc/hosts.hfaxd'), 'utf8')).toBe(users);
    expect(await foreign()).toEqual([]);
  },
);
