import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import type { ImportOutcome } from '#contract/mailbox/contacts.ts';
import { contactCalls, startContacts } from '#test/contacts-rig.ts';
import type { ContactsWorld } from '#test/contacts-rig.ts';
import { makeAccount } from '#test/factories.ts';
import { statementsOf } from '#test/statements.ts';

const line = (i: number) => `Person ${i},Company ${i},${3_105_550_000 + i},,p${i}@example.com,,`;

const counted = ({ imported, updated, skipped, errors }: ImportOutcome) => [
  imported,
  updated,
  skipped,
  errors.length,
];

describe('importing contacts', () => {
  let { test, mine } = {} as ContactsWorld;
  startContacts((world) => ({ test, mine } = world));

  const run = async (csv: string | readonly string[], more: object = {}) => {
    const answer = await mine.import({ doReplace: '0', csv, ...more });
    expect([answer.statusCode, answer.body.slice(0, 200)]).toEqual([
      200,
      expect.stringContaining('"success":true'),
    ]);
    return answer.json<{ data: ImportOutcome }>().data;
  };
  const status = async (payload: object) => {
    const answer = await mine.import(payload);
    return [answer.statusCode, answer.json<{ error?: string }>().error];
  };
  const rows = async () => (await mine.table({})).data;
  it('[IMP-07] [IMP-05] maps every column; quoted commas and quotes survive', async () => {
    expect(
      await run([
        '"Doe, John",Acme "Inc",(212) 555-0142,212.555.0143,john@example.com,"1 Main St, NY","said ""hello"""',
        'Only Name,,+1 310 555 0111',
        ',Only Company,,,only@example.com,,,,,',
      ]),
    ).toEqual({ imported: 3, updated: 0, skipped: 0, errors: [] });
    expect(await rows()).toMatchObject([
      {
        to_person: 'Doe, John',
        company: 'Acme "Inc"',
        faxnum: '2125550142',
        to_voicenumber: '2125550143',
        email: 'john@example.com',
        to_location: '1 Main St, NY',
        description: 'said "hello"',
      },
      { to_person: 'Only Company', company: 'Only Company', faxnum: '', email: 'only@example.com' },
      { to_person: 'Only Name', company: 'Only Name', faxnum: '3105550111' },
    ]);
  });

  it('[IMP-04] [A-CONTACT-03] 1 overwrites, 0 skips, also within the file and however a number is written; no other mode', async () => {
    await run([line(1), line(2)]);
    const again = [
      'New name,New company,1 (310) 555-0001',
      'Newer,Newer,310.555.0001',
      'Third,Third,3105550003',
    ];
    expect(counted(await run(again))).toEqual([1, 0, 2, 0]);
    expect((await rows()).map((row) => row.to_person)).toEqual(['Person 1', 'Person 2', 'Third']);
    expect(counted(await run(again, { doReplace: '1' }))).toEqual([0, 3, 0, 0]);
    expect(await rows()).toMatchObject([
      { to_person: 'Newer', company: 'Newer', faxnum: '3105550001', email: '' },
      { to_person: 'Person 2' },
      { to_person: 'Third' },
    ]);
    expect(counted(await run(['A,A,3105550009', 'B,B,3105550009'], { doReplace: 1 }))).toEqual([1, 1, 0, 0]);
    expect((await rows()).at(0)).toMatchObject({ to_person: 'B' });
    expect(counted(await run(['First,F,3105550010', 'Second,S,3105550010']))).toEqual([1, 0, 1, 0]);
    expect((await rows()).filter((row) => row.faxnum === '3105550010')).toMatchObject([
      { to_person: 'First' },
    ]);
    for (const doReplace of ['2', 'true', true, '', null, undefined, [], 'overwrite'])
      expect([doReplace, ...(await status({ doReplace, csv: [line(5)] }))]).toEqual([
        doReplace,
        400,
        'VALIDATION',
      ]);
    expect((await rows()).some((row) => row.to_person === 'Person 5')).toBe(false);
  });

  it('without a number the e-mail decides, in any case; an overwritten contact keeps its number', async () => {
    await run(['A,A,3105550001,,one@example.com', 'B,B,,,two@example.com']);
    const again = ['New A,A,,,ONE@example.com', 'New B,B,,,Two@Example.com'];
    expect(counted(await run(again))).toEqual([0, 0, 2, 0]);
    expect(counted(await run(again, { doReplace: '1' }))).toEqual([0, 2, 0, 0]);
    expect(await rows()).toMatchObject([
      { to_person: 'New A', faxnum: '3105550001', email: 'ONE@example.com' },
      { to_person: 'New B', faxnum: '', email: 'Two@Example.com' },
    ]);
  });

  it('[A-CONTACT-04] refuses lines by the rules of the form and says which, and imports the others', async () => {
    const outcome = await run([
      `${'x'.repeat(41)},Acme,3105550001`,
      'John,Acme,1234567890123456',
      'John,Acme,3105550002,,not-an-address',
      'John,Acme',
      'John,Acme,,1234567890123456,john@example.com',
      `John,Acme,3105550003,,,${'x'.repeat(51)}`,
      `John,Acme,3105550004,,,,${'x'.repeat(1133)}`,
      line(9),
    ]);
    expect(outcome).toEqual({
      imported: 1,
      updated: 0,
      skipped: 0,
      errors: [
        { line: 1, reason: 'TOO_LONG', field: 'to_person' },
        { line: 2, reason: 'NUMBER_LENGTH', field: 'faxnum' },
        { line: 3, reason: 'EMAIL_INVALID', field: 'email' },
        { line: 4, reason: 'FAX_OR_EMAIL_REQUIRED', field: 'faxnum' },
        { line: 5, reason: 'NUMBER_LENGTH', field: 'to_voicenumber' },
        { line: 6, reason: 'TOO_LONG', field: 'to_location' },
        { line: 7, reason: 'TOO_LONG', field: 'description' },
      ],
    });
    expect((await rows()).map((row) => row.to_person)).toEqual(['Person 9']);
  });

  it('[A-CONTACT-02] whatever its size and shape, a file is refused whole or line by line', async () => {
    const filler = 'x'.repeat(1_048_576 - line(1).length - 1);
    expect(await status({ doReplace: '0', csv: [line(1), `${filler}x`] })).toEqual([413, 'IMPORT_TOO_BIG']);
    expect(await rows()).toEqual([]);
    const shapes: [string | string[], number[]][] = [
      [
        [line(1), filler],
        [1, 0, 0, 1],
      ],
      [`\uFEFF${line(2)}\r\n${line(3)}\n${line(4)}\r${line(5)}\n\n,,,\n`, [4, 0, 0, 0]],
      [
        [line(6), '"quotes with', 'newline",Acme,3105559999', line(7)],
        [2, 0, 0, 2],
      ],
      [
        [line(8), 'Nu\u0000l,Acme,3105559998', '\u0001\u0002\uFFFD\u0003', line(10)],
        [2, 0, 0, 2],
      ],
      [line(11).replaceAll(/./g, '$&\u0000'), [0, 0, 0, 1]],
      [
        ['"Acme"x,3105559997', 'a"b,"c,3105559996', line(12)],
        [1, 0, 0, 2],
      ],
    ];
    for (const [csv, expected] of shapes) {
      const dry = await run(csv, { dryRun: '1' });
      expect([csv.slice(0, 2), counted(dry)]).toEqual([csv.slice(0, 2), expected]);
      const wet = await mine.import({ doReplace: '0', csv });
      expect(wet.json()).toMatchObject(
        expected[0] === 0 ? { error: 'NO_USABLE_LINES' } : { success: true, data: dry },
      );
    }
    expect(await rows()).toHaveLength(10);
    expect(await status({ doReplace: '0', csv: Array.from({ length: 200_000 }, () => 'a') })).toEqual([
      413,
      'TOO_MANY_LINES',
    ]);
    expect(await status({ doReplace: '0', csv: `"${'x'.repeat(4 * 1024 * 1024)}` })).toEqual([
      413,
      'BODY_TOO_BIG',
    ]);
    expect(await status({ doReplace: '0', csv: [] })).toEqual([400, 'VALIDATION']);
    expect(await status({ doReplace: '0' })).toEqual([400, 'VALIDATION']);
    expect(await status({ doReplace: '0', csv: [{}] })).toEqual([400, 'VALIDATION']);
    expect(await rows()).toHaveLength(10);
  });

  it('says what would happen and changes nothing', async () => {
    await run([line(1)]);
    const dry = await run([line(1), line(2), 'bad'], { dryRun: '1', doReplace: '1' });
    expect(counted(dry)).toEqual([1, 1, 0, 1]);
    expect(await rows()).toHaveLength(1);
    const actions = await test.database.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'contact.import')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(actions?.detail).toEqual({ imported: 1, updated: 0, skipped: 0, refused: 0 });
  });

  it('imports 20,000 lines in one call by a few statements, and lists them', async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `Person ${i},Acme,${3_105_550_000 + i}`);
    const asked = await statementsOf(async () => {
      expect(counted(await run(many))).toEqual([20_000, 0, 0, 0]);
      expect(counted(await run(many, { doReplace: '1' }))).toEqual([0, 20_000, 0, 0]);
    });
    expect(asked.length).toBeLessThan(100);
    expect((await mine.table({ search: 'person 19999' })).recordsFiltered).toBe(1);
  });

  it('[A-CONTACT-01] formulas are kept as text, exported harmless, and read back as they were', async () => {
    const names = ["=cmd|'/C calc'!A0", '+1+1', '-2+3', '@SUM(A1)', '＝1', '＋1', 'plain', "o'quote", 'a,"b'];
    const csv = names.map((name, i) => `"${name.replaceAll('"', '""')}",Acme,${3_105_550_000 + i},,,"\t=1",`);
    expect(counted(await run(csv))).toEqual([names.length, 0, 0, 0]);
    expect((await rows()).map((row) => row.to_person).toSorted()).toEqual(names.toSorted());
    const file = await mine.export();
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contacts.csv"',
    });
    const cards = await mine.export('?format=vcf');
    expect(cards.headers).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'attachment; filename="contacts.vcf"',
    });
    expect(cards.body.match(/^BEGIN:VCARD\r$/gmu)).toHaveLength(names.length);
    const cells: string[][] = parse(file.body, { bom: true });
    expect(new Set(cells.map((row) => row.length))).toEqual(new Set([7]));
    expect(cells[0]).toEqual(['Name', 'Company', 'Fax number', 'Home phone', 'Email', 'Address', 'Notes']);
    for (const cell of cells.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    expect(new Set(cells.slice(1).map((row) => row[2]))).toEqual(
      new Set(names.map((_, i) => String(3_105_550_000 + i))),
    );
    const before = await rows();
    expect(counted(await run(file.body, { doReplace: '1' }))).toEqual([0, names.length, 0, 0]);
    expect(await rows()).toEqual(before);
  });

  it('keeps accounts apart', async () => {
    const other = contactCalls(test, await test.signIn((await makeAccount(test.database.db)).number));
    await other.import({ doReplace: '0', csv: [line(1)] });
    expect(counted(await run([line(1)], { doReplace: '1' }))).toEqual([1, 0, 0, 0]);
    expect((await other.export()).body.match(/Person/g)).toHaveLength(1);
  });
});
