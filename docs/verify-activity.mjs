// Checks a file that was exported from «Activity»: node verify-activity.mjs fax_activity_….csv
// Every line ends with the SHA-256 of the hash of the line before and of its own content, so no line can be changed,
// removed or put in without every later one being calculated anew. The last line counts the entries; its hash stands in
// the audit of the installation, which is signed with a key: ask the operator to compare it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [file] = process.argv.slice(2);
if (file === undefined) fail('Usage: node verify-activity.mjs FILE');
const text = readFileSync(file, 'utf8');
const lines = text.split('\r\n');
if (lines.pop() !== '') fail('The end of the file is missing.');
let hash = '';
lines.forEach((line, index) => {
  const comma = line.lastIndexOf(',');
  const content = line.slice(0, comma);
  hash = createHash('sha256').update(hash).update(content).digest('hex');
  if (line.slice(comma + 1) !== hash)
    fail(`Line ${index + 1} was changed, or one before it was removed or put in.`);
});
const [, entries] = /^End,(\d+) entries,/.exec(lines.at(-1) ?? '') ?? [];
if (entries === undefined) fail('The last lines are missing.');
if (Number(entries) !== lines.length - 3) fail('Entries are missing.');
process.stdout.write(`${entries} entries, unchanged. ${lines[0].slice(0, lines[0].lastIndexOf(','))}\n`);
process.stdout.write(`Hash of the last line: ${hash}\n`);

function fail(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
