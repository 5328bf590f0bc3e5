import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { requireNode } from './project.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { lockfilesAgree } from './setup-packages.mjs';
import { notInstalled } from './setup-system.mjs';
import { sourceHash } from './built-folder.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-setup-'));
  return async () => {
    await rm(folder, { recursive: true });
  };
});

describe('set-up lock', () => {
  test('two set-ups run one after the other', async () => {
    const lock = join(folder, 'lock');
    const order: string[] = [];
    const turn = async (name: string): Promise<void> => {
      await withSetupLock(async () => {
        order.push(`${name} in`);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        order.push(`${name} out`);
      }, lock);
    };
    await Promise.all([turn('a'), turn('b')]);
    expect([
      ['a in', 'a out', 'b in', 'b out'],
      ['b in', 'b out', 'a in', 'a out'],
    ]).toContainEqual(order);
    expect(await readdir(folder)).toEqual([]);
  });

  test('what a killed set-up left behind is taken over', async () => {
    const lock = join(folder, 'lock');
    const script = `import { withSetupLock } from ${JSON.stringify(join(import.meta.dirname, 'setup-lock.mjs'))};
      await withSetupLock(async () => { console.log('in'); await new Promise(() => setInterval(() => {}, 1000)); }, ${JSON.stringify(lock)});`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await new Promise((resolve) => other.stdout.once('data', resolve));
    const work = vi.fn<() => Promise<string>>(async () => 'done');
    const mine = withSetupLock(work, lock);
    expect(work).not.toHaveBeenCalled();
    other.kill('SIGKILL');
    expect(await mine).toBe('done');
  });
});

describe('packages that are there already', () => {
  const a = { version: '1.0.0', integrity: 'x' };
  const here = { version: '1.0.0', integrity: 'z' };
  const wanted = {
    packages: {
      '': { version: '1' },
      a,
      'b-darwin': { version: '1.0.0', integrity: 'y', optional: true, os: ['darwin'] },
      'b-here': {
        version: '1.0.0',
        integrity: 'z',
        optional: true,
        os: [process.platform],
        cpu: [process.arch],
      },
    },
  };

  test('agree with the lockfile when only other platforms are missing', () => {
    expect(lockfilesAgree(wanted, { packages: { a, 'b-here': here } })).toBe(true);
  });

  test.each([
    ['another version', { a: { version: '1.0.1', integrity: 'x' }, 'b-here': here }],
    ['another content', { a: { version: '1.0.0', integrity: 'z' }, 'b-here': here }],
    ['a missing package', { 'b-here': here }],
    ['a missing package of this platform', { a }],
  ])('do not agree with %s', (_name, packages) => {
    expect(lockfilesAgree(wanted, { packages })).toBe(false);
  });

  test('do not agree when nothing is installed', () => {
    expect(lockfilesAgree(wanted, undefined)).toBe(false);
  });
});

test('a system package counts only when it is installed, not when it was removed', () => {
  const listing = 'bubblewrap installed\nghostscript config-files\nfonts-noto-core installed\n';
  expect(notInstalled(['bubblewrap', 'ghostscript', 'chromium'], listing)).toEqual([
    'ghostscript',
    'chromium',
  ]);
});

test('the pages are built anew when a source changes, appears or goes, but not for a test', async () => {
  await mkdir(join(folder, 'web'));
  const hash = (): string => sourceHash(['web', 'lock.json', 'absent'], folder);
  const put = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return hash();
  };
  const empty = await put('lock.json', '1');
  const one = await put('web/a.ts', 'a');
  const changed = await put('web/a.ts', 'b');
  const lock = await put('lock.json', '2');
  expect(new Set([empty, one, changed, lock]).size).toBe(4);
  expect(await put('web/a.test.ts', 'test')).toBe(lock);
  await rm(join(folder, 'web/a.ts'));
  expect(hash()).not.toBe(lock);
});

test('the lockfile names every optional package, or npm from version 11.19 on refuses to install from it', async () => {
  interface Row {
    optionalDependencies?: Record<string, string>;
  }
  const text = await readFile(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Row> };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  // A registry without packages for other platforms leads to such a lockfile; add their rows by hand.
  expect(missing).toEqual([]);
});

test('an older Node is told so at once', () => {
  expect(() => requireNode('18.20.4')).toThrow(
    'Node 20 or newer is needed to start, and this is Node 18.20.4',
  );
  expect(() => requireNode('20.0.0')).not.toThrow();
});
