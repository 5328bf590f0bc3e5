import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { letter, startComposing } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import type { StoredCover } from './cover-pages/cover-pages.service.ts';
import { makeAccount } from '#test/factories.ts';
import { COSTLY_NUMBERS, HOSTILE_NUMBERS } from '#test/hostile-numbers.ts';

const MIB = 1024 * 1024;

let rig: ComposeRig;
const { send, queued } = startComposing((made) => (rig = made));

describe('accepting', () => {
  it('stores the files, and queues one fax for each number', async () => {
    const other2 = await makeAccount(rig.database.db);
    const answer = await send(
      { destinations: `${rig.other.number};(${other2.number.slice(0, 3)}) ${other2.number.slice(3)}` },
      [letter, { name: 'Ünï <b>.PDF', bytes: '%PDF-1.7 pages 2' }],
    );
    expect(answer.status).toBe(200);
    expect(answer.data?.jobs.map((job) => job.to_faxnumber)).toEqual([rig.other.number, other2.number]);
    const fax = await rig.database.db
      .selectFrom('fax as f')
      .innerJoin('document as d', 'd.id', 'f.document_id')
      .select(['f.action', 'f.outbox', 'f.path_key', 'd.originals', 'd.state'])
      .where('f.id', '=', Number(answer.data?.jobs[0]?.fid))
      .executeTakeFirstOrThrow();
    expect(fax).toMatchObject({ action: 'S', outbox: true, state: 'new' });
    expect(fax.path_key.length).toBeGreaterThanOrEqual(22);
    expect(fax.originals.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'letter.txt', type: 'txt', size: 8 },
      { name: 'Ünï <b>.PDF', type: 'pdf', size: 16 },
    ]);
    const stored = await rig.files.get(fax.originals[0]?.key ?? '');
    expect(stored?.toString()).toBe('Dear Sir');
    const left = await rig.leftOvers();
    expect(left.names).toEqual([]);
  });

  it('[A-SEND-07] sends once to a number that is written in five ways', async () => {
    const n = rig.other.number;
    const ways = [
      n,
      `1${n}`,
      `+1 ${n}`,
      `(${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`,
      n.replace(/(...)(...)/, '$1.$2.'),
    ];
    const answer = await send({ destinations: ways.join(';') }, [letter]);
    expect(answer.data?.jobs).toHaveLength(1);
    const before = await queued();
    const eleven = Array.from({ length: 11 }, (_, i) => `21255502${String(i).padStart(2, '0')}`).join(';');
    const refused = await send({ destinations: eleven }, [letter]);
    expect(refused).toMatchObject({ status: 400, error: 'TOO_MANY_RECIPIENTS' });
    const thousand = Array.from({ length: 1_001 }, () => n).join(';');
    const many = await send({ destinations: thousand }, [letter]);
    expect(many).toMatchObject({ status: 400, error: 'TOO_MANY_RECIPIENTS' });
    const after = await queued();
    expect(after).toBe(before);
  });

  it('[A-SEND-12] gives a repeat of the same key the first answer, also at the same moment', async () => {
    const before = await queued();
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { destinations: rig.other.number };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => await send(fields, [letter], headers)),
    );
    const later = await send(fields, [letter], headers);
    expect(new Set([...answers, later].map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(later.status).toBe(200);
    const after = await queued();
    expect(after).toBe(before + 1);
  });

  it('[A-SEND-10] keeps what the cover page says as it was written, apart from its template', async () => {
    const answer = await send({
      destinations: rig.other.number,
      coverpage: '1',
      template_id: '2',
      to_person: 'Jane ${7*7} Doe',
      comments:
        '</pre><iframe src=file:///etc/passwd>\n\') show (x \\input{/etc/passwd} #read("/etc/passwd")',
    });
    expect(answer.status).toBe(200);
    const { cover, originals } = await rig.database.db
      .selectFrom('fax as f')
      .innerJoin('document as d', 'd.id', 'f.document_id')
      .select(['d.cover', 'd.originals'])
      .where('f.id', '=', Number(answer.data?.jobs[0]?.fid))
      .executeTakeFirstOrThrow();
    expect(originals).toEqual([]);
    const { templateId, texts } = cover as StoredCover;
    expect(templateId).toBe(2);
    expect(texts.rows.find(({ key }) => key === 'to')?.value).toBe('Jane ${7*7} Doe');
    expect(texts.comments).toBe(
      '</pre><iframe src=file:///etc/passwd>\n\') show (x \\input{/etc/passwd} #read("/etc/passwd")',
    );
  });
});

describe('refusing', () => {
  const cover = { coverpage: '1' };

  it.each([
    ['no number', {}, [letter], 400, 'NO_RECIPIENTS'],
    ['blank numbers', { destinations: ' ; ;' }, [letter], 400, 'NO_RECIPIENTS'],
    ['nothing to send', { destinations: '2125550199' }, [], 400, 'NOTHING_TO_SEND'],
    ['an empty cover page', { destinations: '2125550199', ...cover }, [], 400, 'COVER_PAGE_EMPTY'],
    [
      'a blank cover page',
      { destinations: '2125550199', ...cover, comments: ' \n\t ' },
      [],
      400,
      'COVER_PAGE_EMPTY',
    ],
    [
      'a template of nobody',
      { destinations: '2125550199', template_id: '../../x' },
      [letter],
      400,
      'TEMPLATE_UNKNOWN',
    ],
    [
      'a template too far',
      { destinations: '2125550199', template_id: '99999' },
      [letter],
      400,
      'TEMPLATE_UNKNOWN',
    ],
    ['two templates', { destinations: '2125550199', template_id: '1;2' }, [letter], 400, 'TEMPLATE_UNKNOWN'],
    ['a stranger by e-mail', { destinationsEmail: 'x@evil.example' }, [letter], 412, 'EMAIL_NOT_ALLOWED'],
    ['a number without a line', { destinations: '3105550111' }, [letter], 412, 'NO_ROUTE'],
  ])('[A-SEND-08] %s', async (_, fields, files, status, error) => {
    const before = await queued();
    const answer = await send(fields, files);
    expect(answer).toMatchObject({ status, error });
    expect(answer.message).toMatch(/^[A-Z“].+\.$/);
    expect(answer.message).not.toContain('{{');
    const after = await queued();
    expect(after).toBe(before);
  });

  it('writes the number in the sentence of a refusal as pages do', async () => {
    const { message } = await send({ destinations: '3105550111' }, [letter]);
    expect(message).toBe('No fax line can reach 310-555-0111. Nothing was sent.');
  });

  it.each([
    ['to_phone', '12345678901234567', 'TOO_LONG'],
    ['to_phone', '212-555', 'DIGITS_ONLY'],
    ['to_location', 'x'.repeat(51), 'TOO_LONG'],
    ['to_company', 'x'.repeat(41), 'TOO_LONG'],
    ['to_person', 'x'.repeat(41), 'TOO_LONG'],
    ['regarding', 'x'.repeat(61), 'TOO_LONG'],
    ['comments', 'x'.repeat(1133), 'TOO_LONG'],
    ['to_person', '\u{1f600}'.repeat(41), 'TOO_LONG'],
    ['comments', '\u{20000}'.repeat(1133), 'TOO_LONG'],
    ['footer', 'x'.repeat(61), 'TOO_LONG'],
    ['comments', 'x'.repeat(MIB), 'TOO_LONG'],
    ['to_person', 'x\r\nJPARM NUMBER 0119\u0007', 'CONTROL_CHARACTER'],
  ])('[A-SEND-09] names the field %s', async (name, value, fault) => {
    const before = await queued();
    const answer = await send({ destinations: rig.other.number, coverpage: '1', [name]: value });
    expect(answer).toMatchObject({ status: 400, error: 'FIELD_INVALID', fields: { [name]: fault } });
    expect(await queued()).toBe(before);
  });

  it.each(HOSTILE_NUMBERS)('[A-SEND-01] [A-SEND-03] [A-SEND-05] the number %j', async (written, error) => {
    const before = await queued();
    const answer = await send({ destinations: written }, [letter]);
    expect(answer).toMatchObject({ status: 400, error });
    const after = await queued();
    expect(after).toBe(before);
  });

  it.each(COSTLY_NUMBERS)(
    '[A-SEND-02] the number %s, which only looks like a domestic one',
    async (number) => {
      const before = await queued();
      const answer = await send({ destinations: number }, [letter]);
      expect(answer).toMatchObject({ status: 412, error: 'DESTINATION_NOT_ALLOWED' });
      expect(answer.message).toContain(formatFaxNumber(number));
      expect(await queued()).toBe(before);
    },
  );

  it('[COMP-43] a fax over the monthly limit, with the limit and what is left in words', async () => {
    const { db } = rig.database;
    const limit = async (monthLimit: number | null) =>
      await db
        .updateTable('account')
        .set({ month_limit: monthLimit })
        .where('id', '=', rig.account.id)
        .execute();
    await limit(0);
    const answer = await send({ destinations: rig.other.number }, [letter]);
    await limit(null);
    expect(answer).toMatchObject({ status: 412, error: 'LIMIT_REACHED' });
    expect(answer.message).toContain('0');
    expect(answer.message).not.toContain('{{');
  });

  it('a suspended account', async () => {
    const { db } = rig.database;
    await db.updateTable('account').set({ state: 'suspended' }).where('id', '=', rig.account.id).execute();
    const answer = await send({ destinations: rig.other.number }, [letter]);
    await db.updateTable('account').set({ state: 'active' }).where('id', '=', rig.account.id).execute();
    expect([401, 412]).toContain(answer.status);
    expect(answer.error).toMatch(/ACCOUNT_SUSPENDED|AUTH_REQUIRED/);
  });
});
