import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startLeg } from './media-leg.ts';
import type { LegOptions } from './leg-process.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-media-leg-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const leg = (): LegOptions => ({
  job: { receive: join(folder, 'pages.tif') },
  stationId: '',
  journal: join(folder, 'journal.log'),
  address: '127.0.0.1',
  ports: '',
  maxRate: 14_400,
  ecm: true,
});

it('a call that comes while no file can be opened fails alone, and the process goes on', async () => {
  const script = `
    import { openSync } from 'node:fs';
    import { startLeg } from ${JSON.stringify(join(import.meta.dirname, 'media-leg.ts'))};
    const options = ${JSON.stringify(leg())};
    try { for (;;) openSync('/dev/null', 'r'); } catch {}
    const failed = await startLeg(options, () => {}).catch((error) => error);
    await new Promise((resolve) => setImmediate(resolve));
    console.log(failed.code);
  `;
  const node = `ulimit -n 200; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = await run('/bin/sh', ['-c', node, process.execPath, script]);
  expect(stdout.trim()).toBe('EMFILE');
});

it('a leg that does not begin is ended', async () => {
  const program = join(folder, 'silent');
  await writeFile(program, `#!/bin/sh\necho $$ > ${join(folder, 'pid')}\nexec /bin/sleep 600\n`);
  await chmod(program, 0o700);
  const started = startLeg(leg(), () => undefined, { program, readyMs: 500 });
  await expect(started).rejects.toThrow('does not begin');
  const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
});
