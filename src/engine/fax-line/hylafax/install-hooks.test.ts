import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

import { installHooks } from './install-hooks.ts';

const owner = process.getuid?.() ?? 0;

let folder: string;
let spool: string;
let packaged: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-hooks-'));
  spool = join(folder, 'spool');
  packaged = join(folder, 'etc-hylafax');
  for (const made of ['spool/bin', 'spool/etc', 'spool/recvq', 'etc-hylafax'])
    await mkdir(join(folder, made), { recursive: true });
  return async () => await rm(folder, { recursive: true });
});

/** Configures a scheduler and one modem in this folder. */
async function configure(etc: string): Promise<void> {
  await writeFile(join(etc, 'config'), 'MaxBatchJobs: 1\n');
  await writeFile(join(etc, 'config.ttyS0'), 'RingsBeforeAnswer: 2\n');
}

describe('scripts for HylaFAX', () => {
  it('are named where the configuration is: in the spool, or where Debian keeps it and mounts it for the daemons', async () => {
    for (const etc of [packaged, join(spool, 'etc')]) {
      await configure(etc);
      const changed = ['config', 'config.ttyS0'].map((name) => join(etc, name));
      expect(await installHooks(spool, owner, packaged)).toEqual({
        kind: 'ok',
        folder: join(spool, 'f2e'),
        changed,
      });
      const modem = await readFile(join(etc, 'config.ttyS0'), 'utf8');
      expect(modem).toBe(
        'RingsBeforeAnswer: 2\nFaxRcvdCmd: bin/f2e-faxrcvd\nDynamicConfig: etc/f2e-dynamic-config\n',
      );
      expect((await stat(join(etc, 'f2e-dynamic-config'))).mode & 0o111).toBe(0o111);
    }
    expect((await readdir(join(spool, 'bin'))).sort()).toEqual(['f2e-faxrcvd', 'f2e-notify']);
  });

  it('change nothing where there is no spool or no modem', async () => {
    const reason = expect.stringContaining('is no HylaFAX spool with a modem in it') as string;
    expect(await installHooks(spool, owner, packaged)).toEqual({ kind: 'refused', reason });
    await configure(packaged);
    expect(await installHooks(join(folder, 'nowhere'), owner, packaged)).toEqual({ kind: 'refused', reason });
    expect(await readFile(join(packaged, 'config.ttyS0'), 'utf8')).toBe('RingsBeforeAnswer: 2\n');
  });
});
