import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Fewer means that the sources are no longer found. */
const AT_LEAST = { files: 15, builders: 40 };

/** Needed before the engines are open, to copy the database before an upgrade. */
const BEFORE_ENGINES = 'openInstallationKeys';

const read = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));
const files = read('src/server/composition/*.ts', 'src/server/main.ts');
const ofCommands = read('src/operator/{installation,open-services}.ts');

/**
 * Returns the classes and factories of features that a source imports: names like `FaxFiles` or `createLines`, no
 * types.
 */
function buildersIn(text: string): string[] {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '#server\/(?:features|kit\/fault-point)/gmu)];
  return imports
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => /^(?:[A-Z][a-z]|create|open)/u.test(name) && !name.endsWith('Refusal'));
}

/** Returns how often a source builds something: `new FaxFiles(` or `createLines(`. */
function timesBuilt(text: string, builder: string): number {
  const call = /^[A-Z]/u.test(builder) ? `new ${builder}(` : `${builder}(`;
  return text.split(call).length - 1;
}

/** Returns spreads of objects by name, which hide what is passed; constants may be spread. */
function spreadsIn(text: string): string[] {
  return [...text.matchAll(/\.\.\.[a-z]\w*(?:\.\w+)*(?=\s*[,})])/gu)].map(([spread]) => spread);
}

describe('the composition roots', () => {
  it('name what they pass', () => {
    const spreads = [...files, ...ofCommands].flatMap(({ name, text }) =>
      spreadsIn(text).map((spread) => `${name}: ${spread}`),
    );
    expect(spreads).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(AT_LEAST.files);
    expect(ofCommands.length).toBe(2);
  });

  it('build each service once a process', () => {
    const builders = [...new Set(files.flatMap(({ text }) => buildersIn(text)))];
    const built = builders.map((builder) => ({
      builder,
      times: files.reduce((sum, { text }) => sum + timesBuilt(text, builder), 0),
    }));
    expect(built.filter(({ builder, times }) => times > 1 && builder !== BEFORE_ENGINES)).toEqual([]);
    expect(built.filter(({ times }) => times === 1).length).toBeGreaterThanOrEqual(AT_LEAST.builders);
  });

  it('the rule sees spreads and builders', () => {
    expect(spreadsIn('f({ ...parts, ...config.mail }); g(...LIMITS, [...rest], ...limits(x))')).toEqual([
      '...parts',
      '...config.mail',
    ]);
    const source = `import { createLines, FaxFiles } from '#server/features/x.service.ts';\n`;
    expect(buildersIn(source)).toEqual(['createLines', 'FaxFiles']);
    expect(timesBuilt('new FaxFiles(a); new FaxFiles(b)', 'FaxFiles')).toBe(2);
  });
});
