import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

import { buildProgram } from './command-line.ts';
import { leavesOf } from './command-tree.ts';

const PASSWORD = 'Right-horse-7';

let rig: OperatorRig;

beforeAll(async () => {
  rig = await createOperatorRig();
  await rig.json(['brand', 'add', 'Acme', '--domain', 'a.example']);
  const account = ['account', 'add', '--brand', '1', '--number', '2125550161', '--email', 'a@example.com'];
  await rig.json([...account, '--password-stdin'], PASSWORD);
  const parent = ['parent', 'add', '--brand', '1', '--username', 'acme', '--email', 'p@example.com'];
  await rig.json([...parent, '--password-stdin'], PASSWORD);
  await rig.json(['line', 'add', '--kind', 'simulator', '--name', 'sim']);
  await rig.json(['number', 'add', '--area', '212', '2125550170']);
  await rig.database.pool.query(
    `insert into line_arrival (line_id, fax_ref, media_url, caller, called, fault, received_at, state, file_key)
     select id, 'ref', '', '', '', '', now(), 'stuck', 'unrouted/a/strange' from line where name = 'sim'`,
  );
});
afterAll(async () => await rig.close());

/** Returns one hash over everything in the database. */
async function everything(): Promise<string> {
  const { pool } = rig.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const sums = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ sum: string }>(
        `select md5(coalesce(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text), '')) as sum from ${name} t`,
      );
      return `${name} ${rows[0]?.sum}`;
    }),
  );
  return sums.join('\n');
}

describe('--dry-run', () => {
  it.each([
    'account add --brand 1 --area 212 --email b@example.com',
    'account suspend 1',
    'blocked-domain add mail.example',
    'brand set 2 title=Other',
    'brand remove 2',
    'brand domain add 2 b.example',
    'fax discard-stuck 1',
    'line drain sim',
    'line remove sim',
    'number add --area 212 2125550171',
    'parent slots 1 +5',
    'parent disable 1',
  ])('f2e %s tells what would happen, and nothing is changed', async (line) => {
    const before = await everything();
    expect(await rig.json([...line.split(' '), '--dry-run'])).toMatchObject({ dryRun: true });
    expect(await everything()).toBe(before);
  });
});

describe('the help', async () => {
  const examplesOf = new Map(
    leavesOf(await buildProgram(async () => {}), []).map(([path, command]) => {
      let text = '';
      command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
      return [path, [...text.matchAll(/^ {2}f2e (.+)$/gmu)].map(([, example = '']) => example)];
    }),
  );

  it('has examples of every command', () => {
    const without = [...examplesOf].filter(([path, examples]) => {
      // Of another command is none.
      return !examples.some((example) => example === path || example.startsWith(`${path} `));
    });
    expect(without.map(([path]) => path)).toEqual([]);
  });

  // This one would run the product.
  const others = [...examplesOf.values()].flat().filter((example) => example !== 'start');
  it.each(others)('f2e %s is understood', async (example) => {
    const typed = vi.spyOn(process, 'stdin', 'get');
    typed.mockReturnValue(Readable.from([`${PASSWORD}\n`]) as typeof process.stdin);
    const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => {
      typed.mockRestore();
      printed.mockRestore();
    });
    const [command = ''] = example.split(/\s>\s/u);
    const words = [...command.matchAll(/"([^"]*)"|(\S*="[^"]*")|(\S+)/gu)].map(
      ([, quoted, pair, plain]) => quoted ?? pair?.replaceAll('"', '') ?? plain ?? '',
    );
    const perform = vi.fn<() => Promise<void>>(async () => {});
    const program = await buildProgram(perform, words[0]);
    await program.parseAsync(words, { from: 'user' });
    expect(perform.mock.calls.length > 0 || printed.mock.calls.length > 0).toBe(true);
  });
});

it('every command that answers can answer as JSON', async () => {
  const without = leavesOf(await buildProgram(async () => {}), []).filter(([, command]) =>
    command.options.every(({ long }) => long !== '--json'),
  );
  // A shell completion is a program, not an answer, and the product reports by its log.
  expect(without.map(([path]) => path)).toEqual(['start', 'completion']);
});
