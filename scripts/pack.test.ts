import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from 'vitest';

import { sourceHash } from './built-folder.mjs';
import { WEB } from './setup-web.mjs';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Folders that are not part of a package and take long to copy. */
const LEFT = new Set('node_modules .git dist data test test-results screenshots tmp bench'.split(' '));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-pack-'));
  return async () => await rm(folder, { recursive: true, force: true });
});

/** Copies the project as another person would have it: with other file times, in another folder. */
async function copyOf(name: string): Promise<string> {
  const copy = join(folder, name);
  await mkdir(copy);
  for (const entry of await readdir(ROOT))
    if (!LEFT.has(entry)) await cp(join(ROOT, entry), join(copy, entry), { recursive: true });
  // Setup accepts these pages as built from exactly these sources.
  await mkdir(join(copy, 'dist/web'), { recursive: true });
  await writeFile(join(copy, 'dist/web/index.html'), '<!doctype html>');
  await writeFile(join(copy, 'dist/web.sha256'), sourceHash(WEB.sources, copy));
  for (const built of ['dist/faxleg', 'dist/faxleg.sha256'])
    await cp(join(ROOT, built), join(copy, built), { recursive: true });
  await utimes(join(copy, 'package.json'), 0, 0);
  return copy;
}

async function pack(copy: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: copy });
  return join(folder, stdout.trim());
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

it('the same sources give the same package, which has the lockfile, built pages and the fax engine, and starts', async () => {
  const first = await digest(await pack(await copyOf('one')));
  const copy = await copyOf('two');
  const packed = await pack(copy);
  expect(await digest(packed)).toBe(first);
  // Nothing remains in the folder that was packed.
  expect(await readdir(copy)).not.toContain('npm-shrinkwrap.json');

  await run('tar', ['--extract', '--gzip', '--file', packed, '--directory', folder]);
  const unpacked = join(folder, 'package');
  const files = await readdir(unpacked, { recursive: true });
  expect(
    files.filter((file) => /\.test\.tsx?$|^data|^test\/|^node_modules|(?:^|\/)\.env$/u.test(file)),
  ).toEqual([]);
  expect(await digest(join(unpacked, 'npm-shrinkwrap.json'))).toBe(
    await digest(join(ROOT, 'package-lock.json')),
  );
  await symlink(join(ROOT, 'node_modules'), join(unpacked, 'node_modules'));
  // Operators make the SDK of their customers from it.
  const sdk = join(unpacked, 'packages/sdk');
  expect(files.filter((file) => file.startsWith('packages/sdk/dist'))).toEqual([]);
  const made = (await run('npm', ['pack', '--silent'], { cwd: sdk })).stdout.trim();
  expect(await readdir(sdk)).toContain(made);
  const tells = async (file: string, question: string): Promise<string> => {
    const ask = `import('./scripts/${file}').then((set) => console.log(set.${question}()))`;
    return (await run(process.execPath, ['-e', ask], { cwd: unpacked })).stdout.trim();
  };
  expect(await tells('setup-web.mjs', 'webIsReady')).toBe('true');
  expect(await tells('setup-line.mjs', 'faxlegIsReady')).toBe('true');
  // An engine built for another kind of machine is rebuilt.
  await writeFile(join(unpacked, 'dist/faxleg/faxleg'), 'of another kind');
  expect(await tells('setup-line.mjs', 'faxlegIsReady')).toBe('false');

  // The service is bundled where it runs; sources changed since then run as they are.
  const program = async (before = ''): Promise<string> => {
    const tell = `import('./scripts/setup-server.mjs').then(async (server) => { ${before} console.log(server.programFile('f2e')); })`;
    const { stdout } = await run(process.execPath, ['-e', tell], { cwd: unpacked });
    const help = await run(process.execPath, [stdout.trim(), '--help'], { cwd: unpacked });
    expect(help.stdout).toContain('Operates a fax-to-email installation.');
    return relative(unpacked, stdout.trim());
  };
  expect(await program()).toBe('src/operator/main.ts');
  expect(await program('await server.buildServer();')).toBe('dist/server/f2e.js');
  await appendFile(join(unpacked, 'src/operator/main.ts'), '// Changed.\n');
  expect(await program()).toBe('src/operator/main.ts');
});
