import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { letter, startCompose } from '#test/compose-rig.ts';
import type { Attached, ComposeRig } from '#test/compose-rig.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startCompose();
});
afterAll(async () => await rig.stop());

const NUMBER = '2125550188';
const SENTENCE =
  'Another fax was already sent with this request, so this one wasn’t sent. Check the outbox, then send it again.';

async function stored(): Promise<{ documents: number; jobs: number }> {
  const { rows } = await rig.database.pool.query<{ documents: number; jobs: number }>(
    'select (select count(*)::int from document) as documents, (select count(*)::int from send_job) as jobs',
  );
  return rows[0] ?? { documents: 0, jobs: 0 };
}

describe('[A-SEND-13] a key that was used', () => {
  const other: [string, Record<string, string>, Attached[]][] = [
    ['another number', { destinations: '2125550189' }, [letter]],
    ['one number more', { destinations: `${NUMBER};2125550189` }, [letter]],
    ['another file', {}, [{ ...letter, bytes: 'Dear Sam' }]],
    ['another name of the file', {}, [{ ...letter, name: 'letter.pdf', bytes: '%PDF-1.7 pages 1' }]],
    ['one file more', {}, [letter, letter]],
    ['another cover page', { coverpage: '1', to_person: 'Ann' }, [letter]],
  ];

  it('with other content is refused with 422; nothing is sent, and the first fax stays', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await rig.database.pool.query(`update account set fax_number = $1 where id = $2`, [NUMBER, rig.other.id]);
    await rig.database.pool.query(
      `insert into account (brand_id, admin_email, fax_number, state) values ($1, 'x@example.com', '2125550189', 'active')`,
      [1],
    );
    const first = await rig.send({ destinations: NUMBER }, [letter], headers);
    expect(first).toMatchObject({ status: 200, data: { jobs: [{ to_faxnumber: NUMBER }] } });
    const before = await stored();
    for (const [what, fields, files] of other) {
      const answer = await rig.send({ destinations: NUMBER, ...fields }, files, headers);
      expect([what, answer.status, answer.error, answer.message]).toEqual([
        what,
        422,
        'IDEMPOTENCY_MISMATCH',
        SENTENCE,
      ]);
      expect(await stored()).toEqual(before);
    }
    const repeat = await rig.send({ destinations: NUMBER }, [letter], headers);
    expect([repeat.status, repeat.data]).toEqual([200, first.data]);
    expect(await stored()).toEqual(before);
    const originals = [];
    for await (const name of rig.files.list('documents/'))
      if (!name.endsWith('/manifest.json')) originals.push(name);
    expect(originals).toHaveLength(before.documents);
  });

  it('at the same moment with different content: one is sent, the others are refused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = await stored();
    const answers = await Promise.all(
      Array.from(
        { length: 5 },
        async (_, i) =>
          await rig.send({ destinations: NUMBER }, [{ ...letter, bytes: `Dear ${i}` }], headers),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
    expect(await stored()).toEqual({ documents: before.documents + 1, jobs: before.jobs + 1 });
  });

  it('in the last release, which compared nothing, still gets its first answer', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await rig.send({ destinations: NUMBER }, [letter], headers);
    await rig.database.pool.query('update idempotency set fingerprint = null where key = $1', [
      headers['idempotency-key'],
    ]);
    const repeat = await rig.send({ destinations: NUMBER }, [{ ...letter, bytes: 'Dear Sam' }], headers);
    expect(repeat.data).toEqual(first.data);
  });
});
