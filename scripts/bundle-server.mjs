#!/usr/bin/env node
import { dirname, relative } from 'node:path';
import { build } from 'rolldown';

import { PROJECT, inProject } from './project.mjs';

/** The final location of the bundle, because relative paths from it to the sources are written into the bundle. */
const BUNDLE = inProject('dist', 'server');

/** Packages of many small files, which become part of the bundle. All others are loaded from node_modules. */
const BUNDLED =
  /^(?:@opentelemetry\/api|cron-parser|kysely|libphonenumber-js|prom-client|semver|zod)(?:\/|$)/u;

/**
 * Bundles the service and the operator command into the given folder: a few files instead of two thousand. Files that
 * sources load from their own folder (templates, migrations, threads) stay where they are.
 */
await build({
  cwd: PROJECT,
  input: { server: 'src/server/main.ts', f2e: 'src/operator/main.ts' },
  platform: 'node',
  external: (id) => !/^[./#]/u.test(id) && !BUNDLED.test(id),
  plugins: [{ name: 'places-of-sources', transform: keepPlaces }],
  output: { dir: process.argv[2], format: 'esm' },
});

/**
 * Makes a source's own location correct: `import.meta` in a bundle is that of the bundle.
 * @param {string} code @param {string} id
 */
function keepPlaces(code, id) {
  if (!id.startsWith(inProject('src')) || !code.includes('import.meta')) return null;
  return code.replaceAll(/import\.meta\.(dirname|url)\b/gu, (_, part) =>
    part === 'url' ? `${place(id)}.href` : `decodeURIComponent(${place(dirname(id))}.pathname)`,
  );
}

/** Returns the URL of a source, as code of the bundle. @param {string} path */
function place(path) {
  return `new URL(${JSON.stringify(relative(BUNDLE, path))}, import.meta.url)`;
}
