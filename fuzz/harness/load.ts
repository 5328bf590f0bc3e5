import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { FuzzTarget } from '../target.ts';
import type { Coverage } from './coverage.ts';
import { instrument } from './instrument.ts';

/** Size of the dictionary; the parser's own files are loaded first. */
const MOST_WORDS = 2_000;

/** Loads a target without instrumentation. */
export async function loadTarget(file: string): Promise<FuzzTarget> {
  const { target } = (await import(file)) as { target: FuzzTarget };
  return target;
}

/** Loads a target with instrumentation of the files that it covers, and their dictionary. */
export async function loadInstrumented(
  file: string,
  covers: readonly string[],
  coverage: Coverage,
): Promise<{ target: FuzzTarget; words: Uint8Array[] }> {
  const words = new Map<string, Uint8Array>();
  coverage.install();
  registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith('file:') || !covers.some((part) => url.includes(part))) return next(url, context);
      const written = readFileSync(fileURLToPath(url), 'utf8');
      const isTyped = url.endsWith('.ts');
      const isModule = isTyped || context.format === 'module';
      // Modules loaded by require() may have no format.
      const isScript = !isModule && (context.format ?? 'commonjs') === 'commonjs' && /\.c?js$/.test(url);
      if (!isModule && !isScript) return next(url, context);
      const source = isTyped ? stripTypeScriptTypes(written) : written;
      const result = instrument(source, isModule ? 'module' : 'script', coverage.used);
      coverage.used = result.next;
      for (const word of result.words) words.set(Buffer.from(word).toString('latin1'), word);
      return { format: isModule ? 'module' : 'commonjs', source: result.code, shortCircuit: true };
    },
  });
  return { target: await loadTarget(file), words: [...words.values()].slice(0, MOST_WORDS) };
}
