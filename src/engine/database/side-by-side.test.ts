import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Files before this one belong to the first version, which has no predecessor that could run beside it. */
const FIRST_RULED = '0230';

/**
 * Statements that break a process of the previous version when the schema is already new (docs/upgrade.md): dropped or
 * renamed columns and tables, changed types, and columns that the old version does not fill. They are allowed one
 * release later.
 */
const BREAKING: Readonly<Record<string, RegExp>> = {
  'drops a column': /\bdrop column\b/iu,
  'drops a table': /\bdrop table\b/iu,
  'renames something': /\brename (?:to|column)\b/iu,
  'changes a type': /\balter column \w+ (?:set data )?type\b/iu,
  'demands a column that is not filled yet': /\balter column \w+ set not null\b/iu,
  'takes a default away': /\balter column \w+ drop default\b/iu,
  'drops what statements call': /\bdrop (?:function|view|type|sequence)\b/iu,
  // A replaced constraint is reviewed by hand: it may only allow more.
  'demands more of rows than before':
    /\balter table(?![^;]*\bdrop constraint\b)[^;]*\badd (?:constraint \w+ )?(?:check|unique|foreign key|exclude)\b/iu,
  'adds a column that must be filled': /\badd column (?![^;,]*\bdefault\b)[^;,]*\bnot null\b/iu,
  'locks a big table while an index is made':
    /\bcreate (?:unique )?index (?!concurrently)[^;]*\bon (?:fax|document|audit|send_job|send_attempt)\b/iu,
};

/** Reviewed by hand, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  '0250-calls-by-age.sql': 'writers wait for one reading of the table, about a second for a million calls',
  '0395-cut-off-faxes.sql':
    'both indexes are partial and nearly empty: writers wait for one reading of the table, about a second for a million faxes',
  '0425-send-order.sql':
    'the index holds open jobs alone; the version before sorts them meanwhile, and its answers are the same',
  '0467-send-later.sql':
    'the index is partial and empty; the check is about new columns, whose defaults pass it and which the version before never writes',
  '0480-failed-faxes.sql':
    'the index is partial and small: writers wait for one reading of the table, about a second for a million faxes',
  '0495-console-figures.sql':
    'writers wait while two indexes of finished and open jobs are made, some seconds for a million faxes; those on document and calls are empty or tiny',
  '0540-api-sends.sql':
    'the index on fax is partial and empty: the column is new; the checks allow one more origin, and test faxes, which the version before never makes',
  '0800-operator-sign-on.sql':
    'the version before always names a brand and a person, which both new checks take; the tables are small',
  '0840-sender-role.sql':
    'the index on fax is partial and empty: the column is new; the checks allow one more role, which the version before refuses in every call',
  '0850-parts-of-faxes.sql':
    'the index on fax is partial and nearly empty: writers wait for one reading of the table, about a second for a million faxes',
  '0951-due-faxes.sql':
    'the index is partial and small: writers wait for one reading of the table, about a second for a million faxes; it does all that the one which goes did',
  '0952-undescribed-documents.sql':
    'the index is partial and nearly empty: writers wait for one reading of the table, about a second for a million faxes',
};

function faultsOf(sql: string): string[] {
  const code = sql.replaceAll(/--[^\n]*/gu, '');
  return Object.entries(BREAKING).flatMap(([what, pattern]) => (pattern.test(code) ? [what] : []));
}

it('a schema file leaves the version before able to work beside the new one', async () => {
  const files = (await readdir(FOLDER)).filter((file) => file >= FIRST_RULED && !(file in ALLOWED));
  const found = await Promise.all(
    files.map(async (file) => ({ file, faults: faultsOf(await readFile(join(FOLDER, file), 'utf8')) })),
  );
  expect(found.filter(({ faults }) => faults.length > 0)).toEqual([]);
});

it.each([
  ['alter table fax drop column reason;', 'drops a column'],
  ['alter table account add column colour text not null;', 'adds a column that must be filled'],
  ['alter table account alter column email set not null;', 'demands a column that is not filled yet'],
  ['alter table account alter column state drop default;', 'takes a default away'],
  ['drop function next_turn(bigint);', 'drops what statements call'],
  [`alter table fax add constraint short check (length(reason) < 9);`, 'demands more of rows than before'],
  ['alter table account rename column email to mail;', 'renames something'],
  ['create index slow on fax (reason);', 'locks a big table while an index is made'],
])('%s is found', (sql, fault) => {
  expect(faultsOf(sql)).toEqual([fault]);
});

it('what only adds is let through', () => {
  expect(faultsOf(`alter table account add column colour text not null default '';`)).toEqual([]);
  expect(faultsOf('create table later (id int not null); -- drop column')).toEqual([]);
});
