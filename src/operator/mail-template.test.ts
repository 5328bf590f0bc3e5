import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

let rig: OperatorRig;
let hid: string;
beforeAll(async () => {
  rig = await createOperatorRig();
  hid = (await rig.json<{ hid: string }>(['brand', 'add', 'Harbor', '--domain', 'harbor.example'])).hid;
});
afterAll(async () => await rig.close());

const inFile = async (text: string): Promise<string> => {
  const file = join(rig.folder, 'words.txt');
  await writeFile(file, text);
  return file;
};
const set = (...more: string[]): string[] => ['mail-template', 'set', 'usage-80', '--brand', hid, ...more];
const show = async (lang = 'en') =>
  await rig.json<{ subject: string; text: string; own: boolean; names: string }>([
    'mail-template',
    'show',
    'usage-80',
    '--brand',
    hid,
    '--lang',
    lang,
  ]);

it('mail-template shows what a mail says, replaces it for one brand and language, and gives it back', async () => {
  const before = await show();
  expect(before).toMatchObject({ own: false, text: expect.stringContaining('{{link}}') as string });
  expect(before.names.split(' ')).toEqual(expect.arrayContaining(['used', 'limit']));
  const { stdout } = await rig.run(['mail-template', 'show', 'usage-80', '--brand', hid]);
  expect(stdout).toBe(`${before.subject}\n\n${before.text}\n`);
  const file = await inFile('{{used}} of {{limit}} pages\r\n\r\nHarbor says so.\r\n\r\n{{link}}\r\n');
  await rig.json(set(file, '--dry-run'));
  expect((await show()).own).toBe(false);
  expect(await rig.json(set(file))).toEqual({ hid, template: 'usage-80', language: 'en', own: true });
  expect(await show()).toMatchObject({ own: true, subject: '{{used}} of {{limit}} pages' });
  expect((await show('de')).own).toBe(false);
  const { templates } = await rig.json<{ templates: { template: string; own: string }[] }>([
    'mail-template',
    'list',
  ]);
  expect(templates.find(({ template }) => template === 'usage-80')?.own).toBe(`${hid}/en`);
  await rig.json(set('--reset'));
  expect(await show()).toEqual(before);
  const audit = rig.database.db
    .selectFrom('audit')
    .select('action')
    .where('action', 'like', 'mail-template%');
  expect((await audit.orderBy('id').execute()).map(({ action }) => action)).toEqual([
    'mail-template.set',
    'mail-template.reset',
  ]);
});

it('words that would be sent broken are refused', async () => {
  const refused = async (words: string): Promise<string> => await rig.failure(set(await inFile(words)), 1);
  expect(await refused('One\n\nNo link.')).toContain('{{link}} once');
  expect(await refused('One\n\nSee {{link}}.')).toContain('{{link}} once');
  expect(await refused('{{secret}}\n\n{{link}}')).toContain('Nothing fills {{secret}}');
  expect(await refused('$t(mail.footer)\n\n{{link}}')).toContain('Only names');
  expect(await refused(`${'x'.repeat(151)}\n\n{{link}}`)).toContain('one line');
  expect(await refused('One\ntwo\n\n{{link}}')).toContain('second line must be empty');
  const other = ['mail-template', 'show', 'nothing', '--brand', hid];
  expect(await rig.failure(other, 1)).toContain('There is no mail “nothing”');
  expect(await rig.failure(['mail-template', 'set', 'usage-80', '--brand', '999', '--reset'], 1)).toContain(
    'There is no brand 999',
  );
});

it('mail-template test queues one with made-up contents', async () => {
  const to = ['--to', 'me@example.com'];
  const done = await rig.json(['mail-template', 'test', 'new-fax', '--brand', hid, '--lang', 'de', ...to]);
  expect(done).toEqual({ hid, template: 'new-fax', language: 'de', to: 'me@example.com' });
  const rows = rig.database.db.selectFrom('mail_out').select(['template', 'language', 'to_address']);
  expect(await rows.execute()).toEqual([
    { template: 'new-fax', language: 'de', to_address: 'me@example.com' },
  ]);
  const two = ['mail-template', 'test', 'new-fax', '--brand', hid, '--to', 'a@x.test, b@x.test'];
  expect(await rig.failure(two, 1)).toContain('not one address');
});
