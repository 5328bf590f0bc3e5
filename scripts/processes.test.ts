import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { eventually } from '#test/patience.ts';

const PROCESSES = join(import.meta.dirname, 'processes.mjs');

let folder: string;

/** A stand-in for the product: writes its pid, and on SIGTERM takes a moment before it ends with status 7. */
const PRODUCT = `import { appendFileSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const folder = process.argv[2];
  let signals = 0;
  for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {
    appendFileSync(join(folder, 'signals'), name + '\\n');
    if (signals++ === 0) setTimeout(() => process.exit(7), 200);
  });
  writeFileSync(join(folder, 'pid'), String(process.pid));
  setInterval(() => {}, 1000);`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-processes-'));
  await writeFile(join(folder, 'product.mjs'), PRODUCT);
  return async () => {
    await rm(folder, { recursive: true });
  };
});

function launch(how: 'become' | 'runForeground' | 'runAttached' | 'runStep'): ChildProcess {
  const script = `import { ${how} } from ${JSON.stringify(PROCESSES)};
    await ${how}(process.execPath, [${JSON.stringify(join(folder, 'product.mjs'))}, ${JSON.stringify(folder)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore', detached: true });
}

async function productPid(): Promise<number> {
  return await eventually(async () => Number(await readFile(join(folder, 'pid'), 'utf8')));
}

async function endOf(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve) => child.once('exit', resolve));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('become puts the program in the place of its parent', async () => {
  const launcher = launch('become');
  expect(await productPid()).toBe(launcher.pid);
  const ended = endOf(launcher);
  launcher.kill('SIGTERM');
  expect(await ended).toBe(7);
});

test.each(['runForeground', 'runAttached'] as const)(
  '%s passes SIGTERM on, waits and ends with the same status',
  async (how) => {
    const launcher = launch(how);
    const pid = await productPid();
    const ended = endOf(launcher);
    launcher.kill('SIGTERM');
    expect(await ended).toBe(7);
    expect(isAlive(pid)).toBe(false);
  },
);

test('Ctrl-C, which a terminal sends to the whole process group, reaches the product once', async () => {
  const launcher = launch('runForeground');
  await productPid();
  const ended = endOf(launcher);
  process.kill(-(launcher.pid ?? 0), 'SIGINT');
  expect(await ended).toBe(7);
  expect(await readFile(join(folder, 'signals'), 'utf8')).toBe('SIGINT\n');
});

test('a launcher that is killed with -9 takes the product with it, cleanly', async () => {
  const launcher = launch('runForeground');
  const pid = await productPid();
  launcher.kill('SIGKILL');
  await eventually(() => expect(isAlive(pid)).toBe(false));
  // The kernel may send the signal once for each thread of the launcher.
  expect(await readFile(join(folder, 'signals'), 'utf8')).toMatch(/^(?:SIGTERM\n)+$/u);
});

test('a set-up step that is interrupted ends before the set-up does', async () => {
  const launcher = launch('runStep');
  const pid = await productPid();
  const ended = endOf(launcher);
  launcher.kill('SIGTERM');
  expect(await ended).toBe(128 + 15);
  expect(isAlive(pid)).toBe(false);
});
