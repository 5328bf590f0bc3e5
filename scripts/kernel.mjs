#!/usr/bin/env node
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runForeground } from './processes.mjs';
import { inProject, runScript } from './project.mjs';

/** The compiler has 100 MB and is only needed here, so it is downloaded for this run. */
const COMPILER = 'assemblyscript@0.28.20';

const FOLDER = inProject('src', 'engine', 'documents', 'kernel');
const SOURCES = join(FOLDER, 'assembly');

/** Without a runtime: the kernel works only on the memory that is passed to it. */
const OPTIONS = [
  '-O3',
  '--converge',
  '--runtime',
  'stub',
  '--noAssert',
  '--importMemory',
  '--enable',
  'simd',
];

/** Returns a hash that identifies the sources of the kernel. */
export function kernelSources() {
  const hash = createHash('sha256');
  const files = readdirSync(SOURCES).filter((name) => name.endsWith('.ts'));
  for (const name of files.toSorted()) hash.update(readFileSync(join(SOURCES, name)));
  return hash.digest('hex');
}

/** Compiles the code that processes every pixel (AssemblyScript) to the WebAssembly that the product runs. */
if (import.meta.main)
  await runScript(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'f2e-kernel-'));
    const file = join(folder, 'kernel.wasm');
    try {
      const command = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc', join(SOURCES, 'index.ts')];
      await runForeground('npm', [...command, '--outFile', file, '--initialMemory', '1', ...OPTIONS]);
      const code = readFileSync(file).toString('base64');
      writeFileSync(
        join(FOLDER, 'kernel.generated.ts'),
        [
          '/** The sources that this was made from by `npm run kernel`. */',
          `export const KERNEL_SOURCES = '${kernelSources()}';`,
          '',
          '/** WebAssembly, as base64. */',
          `export const KERNEL =\n  '${code}';`,
          '',
        ].join('\n'),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
