#!/usr/bin/env node
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

import { SOURCE, compare, flatten, inOrder } from './locale-keys.mjs';
import { SetupError, inProject, runScript } from './project.mjs';

/**
 * Helps translators.
 * `missing [language…]` prints, as JSON, the keys that each language lacks and those that English no longer has.
 * `put <language>` merges texts from stdin (JSON of any part of the file) and rewrites the file in English order.
 */
await runScript(async () => {
  const [command, ...languages] = process.argv.slice(2);
  if (command === 'missing') {
    const wanted = languages.length > 0 ? languages : translated();
    const report = Object.fromEntries(
      wanted.map((language) => [language, compare(read(SOURCE), read(language), language)]),
    );
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else if (command === 'put' && languages[0] !== undefined && languages[0] !== SOURCE) {
    put(languages[0], JSON.parse(readFileSync(0, 'utf8')));
  } else {
    throw new SetupError('Say «missing [language…]» or «put <language>», with the texts as JSON on stdin.');
  }
});

/** @param {string} language @param {import('./locale-keys.mjs').Catalogue} texts */
function put(language, texts) {
  const merged = new Map([...flatten(read(language)), ...flatten(texts)]);
  const ordered = inOrder(read(SOURCE), merged, language);
  writeFileSync(fileOf(language), `${JSON.stringify(ordered, null, 2)}\n`);
  const { missing } = compare(read(SOURCE), ordered, language);
  process.stdout.write(`${language}: ${missing.length} keys missing\n`);
}

/**
 * Returns the texts of a language; empty if it has no file yet.
 * @param {string} language @returns {import('./locale-keys.mjs').Catalogue}
 */
function read(language) {
  const file = fileOf(language);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** @param {string} language */
function fileOf(language) {
  if (!/^[a-z]{2}(?:-[A-Z]{2})?$/u.test(language))
    throw new SetupError(`«${language}» is no language like de.`);
  return inProject('locales', `${language}.json`);
}

function translated() {
  return readdirSync(inProject('locales'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
    .filter((language) => language !== 'languages' && language !== SOURCE);
}
