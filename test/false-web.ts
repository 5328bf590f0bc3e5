import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT } from './start-product.ts';

/** Creates the files of a built client without its code: enough to test how pages and files are served. */
export async function makeFalseWeb(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-web-'));
  await mkdir(join(folder, 'assets'));
  const template = await readFile(join(PROJECT, 'src/web/index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), template);
  await writeFile(join(folder, 'first-files.json'), '{}');
  await writeFile(join(folder, 'assets/index-abc.js'), 'export {};\n');
  await writeFile(join(folder, 'service-worker.js'), '// the worker\n');
  await writeFile(join(folder, 'offline.css'), 'body{}\n');
  await writeFile(join(folder, 'offline-font.woff2'), 'the font');
  return { folder, remove: async () => await rm(folder, { recursive: true, force: true }) };
}
