import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

import type { FuzzTarget } from '../target.ts';
import type { Coverage } from './coverage.ts';
import { instrument } from './instrument.ts';

/** Longest list of words; the ones found first are the parser's own. */
const MOST_WORDS = 2_000;

/** Loads a target as it is. Throws when there is none of that name. */
export async function loadTarget(file: string): Promise<FuzzTarget> {
  const { target } = (await import(file)) as { target: FuzzTarget };
  return target;
}

/** Loads a target with counters in the code that it covers, and the words found in that code. */
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
      // What is required by older modules comes without a format.
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
