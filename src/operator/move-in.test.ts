import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { firstValue } from '#test/first-value.ts';
import { createOperatorRig } from '#test/operator-rig.ts';
import type { OperatorRig } from '#test/operator-rig.ts';

const PASSWORD = 'Right-horse-7';
let rig: OperatorRig;

beforeAll(async () => {
  rig = await createOperatorRig();
  const product = ['product', 'add', '--brand', '1', '--code', 'basic', '--type', 'local', '--name', 'Basic'];
  await rig.json([...product, '--month-limit', '300', '--hipaa']);
});

afterAll(async () => {
  await rig.close();
});

const one = firstValue(() => rig.database);

async function file(name: string, lines: string[]): Promise<string> {
  const path = join(rig.folder, name);
  await writeFile(path, lines.join('\n'));
  return path;
}

const audited = async (action: string): Promise<number> =>
  await one('select count(*)::int from audit where action = $1', [action]);
const mails = async (): Promise<number> =>
  await one(`select count(*)::int from mail_out where template = 'verify-account'`);

describe('customers who come from another system', () => {
  it('are added line by line; what is refused is named, what is there is left alone', async () => {
    const path = await file('customers.csv', [
      'Number;Email;Options;Month limit;HIPAA;Product;Tour',
      '(212) 555-0131;one@example.com;enterprisefax=yes;50;no;;',
      '2125550132;two@example.com;;;;basic;0',
      '2125550133;no address;;;;;',
      '2125550131;again@example.com;;;;;',
      '123;short@example.com;;;;;',
      '2125550134;three@example.com;;;;gold;',
    ]);
    const command = ['account', 'import', path, '--brand', '1'];
    const trial = await rig.run([...command, '--dry-run', '--json']);
    expect(JSON.parse(trial.stdout)).toMatchObject({ dryRun: true, added: [{}, {}] });
    expect([trial.status, await one('select count(*)::int from account'), await mails()]).toEqual([1, 0, 0]);

    const { status, stdout } = await rig.run([...command, '--json']);
    expect(status).toBe(1);
    const { added, known, refused } = JSON.parse(stdout) as Record<
      string,
      { line: number; reason: string }[]
    >;
    expect(added).toMatchObject([{ faxnumber: '2125550131' }, { faxnumber: '2125550132' }]);
    expect([known, refused?.map(({ line }) => line)]).toEqual([[], [4, 5, 6, 7]]);
    expect(refused?.at(-1)?.reason).toBe('The brand 1 sells no product “gold”; product list shows them.');
    const { rows } = await rig.database.pool.query(
      `select a.state, a.options, a.month_limit, a.is_hipaa, p.code, s.tour from account a
       join account_settings s on s.account_id = a.id left join product p on p.id = a.product_id order by a.id`,
    );
    expect(rows).toEqual([
      {
        state: 'pending',
        options: 'enterprisefax=yes',
        month_limit: 50,
        is_hipaa: false,
        code: null,
        tour: 1,
      },
      { state: 'pending', options: '', month_limit: null, is_hipaa: true, code: 'basic', tour: 0 },
    ]);
    expect([await audited('account.add'), await mails()]).toEqual([2, 2]);

    const again = JSON.parse((await rig.run([...command, '--json'])).stdout) as Record<string, unknown>;
    expect(again).toMatchObject({ added: [], known: ['2125550131', '2125550132'] });
    expect(await mails()).toBe(2);
  });

  it('are written to later where that is wanted, and as often as needed', async () => {
    const path = await file('quiet.csv', ['email,number', 'four@example.com,2125550135']);
    const before = await mails();
    const { added } = await rig.json<{ added: { uid: string }[] }>([
      'account',
      'import',
      path,
      '--brand',
      '1',
      '--no-verify-mail',
    ]);
    expect(await mails()).toBe(before);
    const uid = added[0]?.uid ?? '';
    await rig.json(['account', 'resend-verify', uid]);
    await rig.json(['account', 'resend-verify', uid]);
    expect([await mails(), await audited('account.resend-verify')]).toEqual([before + 2, 2]);
    // Only the newest link is valid.
    const open = `select count(*)::int from token where purpose = 'verify' and subject_id = $1 and used_at is null`;
    expect(await one(open, [uid])).toBe(1);
    expect(await rig.failure(['account', 'resend-verify', '99'], 1)).toContain('no open account 99');
  });

  it('a file that is none of ours adds nothing', async () => {
    const wrong = await file('wrong.csv', ['number,email,colour', '2125550136,a@example.com,red']);
    const command = ['account', 'import', wrong, '--brand', '1'];
    expect(await rig.failure(command, 1)).toContain('The first line names the columns');
    expect(await rig.failure(['account', 'import', `${wrong}.gone`, '--brand', '1'], 1)).toContain(
      'can’t be read',
    );
  });
});

it('a product is given, changed and taken away by its code', async () => {
  const add = ['account', 'add', '--brand', '1', '--number', '2125550141', '--email', 'p@example.com'];
  const { uid } = await rig.json<{ uid: string }>([...add, '--product', 'basic', '--no-verify-mail']);
  const code = 'select p.code from account a left join product p on p.id = a.product_id where a.id = $1';
  expect(await one(code, [uid])).toBe('basic');
  await rig.json(['account', 'set', uid, 'product=']);
  expect(await one(code, [uid])).toBeNull();
  expect(await rig.failure(['account', 'set', uid, 'product=gold'], 1)).toContain('has no product “gold”');
  await rig.json(['account', 'set', uid, 'product=basic']);
  expect(await one(code, [uid])).toBe('basic');
});

it('number move: faxes for a number go to the other account, and its old one waits for another number', async () => {
  const add = ['account', 'add', '--brand', '1', '--email', 'a@example.com', '--password-stdin'];
  const from = await rig.json<{ uid: string }>([...add, '--number', '2125550151'], PASSWORD);
  const to = await rig.json<{ uid: string }>([...add, '--number', '2125550152'], PASSWORD);
  const move = ['number', 'move', '2125550151', to.uid];
  expect(await rig.failure(move, 1)).toContain('has a number; it can have one only');
  // Makes room: the second account's number moves to a third.
  const third = await rig.json<{ uid: string }>([...add, '--number', '2125550153'], PASSWORD);
  await rig.json(['account', 'close', third.uid]);
  expect(await rig.failure(['number', 'move', '2125550153', to.uid], 1)).toContain('Nobody has the number');
  await rig.database.pool.query(`update account set fax_number = null, state = 'pending' where id = $1`, [
    to.uid,
  ]);
  await rig.database.pool.query(
    `update number set state = 'free', account_id = null where digits = '2125550152'`,
  );
  expect(await rig.json([...move, '--dry-run'])).toMatchObject({ dryRun: true });
  expect(await rig.json(move)).toEqual({ number: '2125550151', uid: to.uid, from: from.uid });
  expect(await rig.json(['account', 'show', to.uid])).toMatchObject({
    faxnumber: '2125550151',
    state: 'active',
  });
  expect(await rig.json(['account', 'show', from.uid])).toMatchObject({ faxnumber: null, state: 'pending' });
  expect(await audited('number.move')).toBe(2);
  await rig.json(['number', 'assign', '2125550154', from.uid]);
  expect(await rig.json(['account', 'show', from.uid])).toMatchObject({ state: 'active' });
});

it('number add takes a file, each number to its own area', async () => {
  const path = await file('numbers.csv', [
    'number,remark',
    '415-555-0161,new',
    '8005550162,',
    '"2125550163",x',
  ]);
  const { added } = await rig.json<{ added: string[] }>(['number', 'add', path]);
  expect(added).toEqual(['4155550161', '8005550162', '2125550163']);
  const kinds = `select string_agg(kind, ',' order by digits) from number where digits = any($1)`;
  expect(await one(kinds, [added])).toBe('local,local,tollfree');
});

it('locations: new codes are listed and offered, known ones get their new place', async () => {
  const path = await file('areas.csv', [
    'state,area code,name',
    'Puerto Rico,787,San Juan',
    'New York,212,Midtown',
  ]);
  const list = async () =>
    (await rig.json<{ locations: { state: string; code: string; name: string }[] }>(['location', 'list']))
      .locations;
  const before = await list();
  await rig.json(['location', 'import', path, '--dry-run']);
  expect(await list()).toEqual(before);
  expect(await rig.json(['location', 'import', path])).toEqual({ areas: 2 });
  const after = await list();
  expect(after).toHaveLength(before.length + 1);
  expect(after).toContainEqual({ state: 'Puerto Rico', code: '787', name: 'San Juan' });
  expect(after.filter(({ code }) => code === '212')).toEqual([
    { state: 'New York', code: '212', name: 'Midtown' },
  ]);
  expect(await audited('location.import')).toBe(1);
  const bad = await file('bad.csv', ['Texas,12,Nowhere']);
  expect(await rig.failure(['location', 'import', bad], 1)).toBe(
    'Line 1 has no area code of three digits.\n',
  );
});

it('cover preview draws a template into a PDF, and disable takes one out of the list', async () => {
  const pdf = join(rig.folder, 'classic.pdf');
  expect(await rig.json(['cover', 'preview', '1', pdf])).toMatchObject({ id: '1', file: pdf });
  expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await rig.failure(['cover', 'preview', '99', pdf], 1)).toContain('no template 99');
  expect(await rig.failure(['cover', 'disable', '99'], 1)).toContain('No brand has a template 99');
});

it('locale check finds every language complete', async () => {
  const { languages } = await rig.json<{ languages: { language: string; missing: string[] }[] }>([
    'locale',
    'check',
  ]);
  expect(languages.map(({ language }) => language)).toEqual(['ar', 'de', 'en', 'es', 'fr', 'pt']);
  expect(languages.flatMap(({ missing }) => missing)).toEqual([]);
});

it('init makes key, schema and default brand without serving, and again changes nothing', async () => {
  const init = ['init', '--public-url', 'https://FAX.example.com', '--admin-email', 'desk@example.com'];
  const made = await rig.json<{ hid: string; key: string }>(init);
  expect(made).toMatchObject({ data: rig.folder, hid: '1', demo: false });
  expect((await readFile(made.key)).byteLength).toBeGreaterThan(0);
  const brands = await one('select count(*)::int from brand');
  await rig.json(init);
  expect(await one('select count(*)::int from brand')).toBe(brands);
  expect(await rig.json(['brand', 'show', '1'])).toMatchObject({ origin: 'https://fax.example.com' });
});

it('stop says so where nothing runs', async () => {
  expect(await rig.json(['stop'])).toEqual({ stopped: [] });
});
