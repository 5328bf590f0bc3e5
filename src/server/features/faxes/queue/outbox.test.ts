import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { COSTLY_NUMBERS, HOSTILE_NUMBERS } from '#test/hostile-numbers.ts';
import { callerOf, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import type { OutboxWorker } from './outbox.worker.ts';

let rig: SendingRig;
let worker: OutboxWorker;

beforeAll(async () => {
  rig = await startSending();
  worker = await rig.sending.startWorker({ convertSlots: 2 });
});
afterAll(async () => {
  await worker.stop();
  await rig.stop();
});

async function job(jobId: number) {
  return await rig.database.db
    .selectFrom('send_job as j')
    .innerJoin('fax as f', (join) =>
      join.onRef('f.account_id', '=', 'j.account_id').onRef('f.id', '=', 'j.fax_id'),
    )
    .select(['j.state', 'j.dials', 'j.last_error', 'f.id as faxId', 'f.status', 'f.outbox', 'f.pages'])
    .select(['f.path_key', 'f.superseded_by', 'f.uncertain_pages', 'f.deleted_at', 'j.billed_pages'])
    .where('j.id', '=', jobId)
    .executeTakeFirstOrThrow();
}

const ended = (seen: { state: string }): boolean =>
  ['DELIVERED', 'FAILED', 'UNCERTAIN', 'CANCELLED'].includes(seen.state);

async function end(jobId: number) {
  return await until(async () => await job(jobId), ended);
}

async function sentPages(account: number): Promise<number> {
  const row = await rig.database.db
    .selectFrom('usage_month')
    .select('sent_pages')
    .where('account_id', '=', account)
    .executeTakeFirst();
  return row?.sent_pages ?? 0;
}

async function addSimulator(): Promise<void> {
  const added = await rig.sending.lineAdmin.addLine({ kind: 'simulator', name: 'sim', pattern: '+1310*' });
  expect(added.kind).toBe('ok');
}

describe('on-net', () => {
  it('puts the fax into the inbox of the other account, once, with usage on both sides', async () => {
    const a = await makeAccount(rig.database.db, { stationId: 'ACME' });
    const b = await makeAccount(rig.database.db);
    await rig.database.db
      .insertInto('contact')
      .values({ account_id: a.id, to_person: 'Bea', company: 'Bee Ltd', fax_number: b.number })
      .execute();
    const [sent] = await rig.send(a.id, [b.number], { pages: 3 });
    const party = await rig.database.db
      .selectFrom('fax_party')
      .select(['company', 'sender', 'number'])
      .where('account_id', '=', a.id)
      .execute();
    expect(party).toEqual([{ company: 'Bee Ltd', sender: 'Bea', number: b.number }]);
    const done = await end(sent?.jobId ?? 0);
    expect(done).toMatchObject({ state: 'DELIVERED', dials: 1, status: 'OK', outbox: false, pages: 3 });
    const received = await rig.database.db
      .selectFrom('fax as f')
      .innerJoin('document as d', 'd.id', 'f.document_id')
      .selectAll('f')
      .select(['d.source', 'd.tiff_key'])
      .where('f.account_id', '=', b.id)
      .execute();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      action: 'R',
      other_number: a.number,
      station_id: 'ACME',
      is_new: true,
      source: 'onnet',
    });
    const tiff = await rig.files.get(received[0]?.tiff_key ?? '');
    expect(Buffer.from(tiff ?? []).toString()).toContain('|ACME ');
    const sentByA = await sentPages(a.id);
    expect(sentByA).toBe(3);
  });
});

describe('the simulator', () => {
  beforeAll(addSimulator);

  it.each([
    ['3105550199', { state: 'FAILED', dials: 5, last_error: 'BUSY', status: 'FAILED' }],
    ['3105550198', { state: 'FAILED', dials: 5, last_error: 'NO_ANSWER', status: 'FAILED' }],
    ['3105550197', { state: 'FAILED', dials: 5, last_error: 'NO_FAX_MACHINE', status: 'FAILED' }],
    ['3105550196', { state: 'FAILED', dials: 5, last_error: 'DROPPED', status: 'FAILED', pages: 1 }],
    ['3105550195', { state: 'FAILED', dials: 1, last_error: 'NUMBER_INVALID', status: 'FAILED' }],
    ['3105550194', { state: 'DELIVERED', dials: 3, last_error: null, status: 'OK' }],
    ['3105550111', { state: 'DELIVERED', dials: 1, last_error: null, status: 'OK' }],
  ])('[COMP-42] a fax to %s ends as the line says, after five calls at most', async (number, expected) => {
    const a = await makeAccount(rig.database.db);
    const [sent] = await rig.send(a.id, [number], { pages: 2 });
    const done = await end(sent?.jobId ?? 0);
    expect(done).toMatchObject({ ...expected, outbox: false });
    const pages = await sentPages(a.id);
    expect(pages).toBe(expected.state === 'DELIVERED' ? 2 : 0);
  });

  it('refuses at once what no line reaches', async () => {
    const a = await makeAccount(rig.database.db);
    await expect(rig.send(a.id, ['4155550111'])).rejects.toMatchObject({
      code: 'NO_ROUTE',
      params: { number: '4155550111' },
    });
  });

  it('converts a document once for all its numbers', async () => {
    const a = await makeAccount(rig.database.db);
    const sent = await rig.send(a.id, ['3105550111', '3105550112', '3105550113'], { pages: 2 });
    for (const { jobId } of sent) {
      const done = await end(jobId);
      expect(done.state).toBe('DELIVERED');
    }
    const documents = await rig.database.db
      .selectFrom('document')
      .select(['convert_token', 'pages'])
      .where('account_id', '=', a.id)
      .execute();
    expect(documents).toEqual([{ convert_token: 1, pages: 2 }]);
    const pages = await sentPages(a.id);
    expect(pages).toBe(6);
  });

  it('fails the jobs of a document that is damaged, and of one that kills its converter three times', async () => {
    const a = await makeAccount(rig.database.db);
    const [damaged] = await rig.send(a.id, ['3105550111'], { text: 'damaged' });
    const [poison] = await rig.send(a.id, ['3105550111'], { text: 'crash' });
    const first = await end(damaged?.jobId ?? 0);
    const second = await end(poison?.jobId ?? 0);
    expect(first).toMatchObject({ state: 'FAILED', last_error: 'DOCUMENT_DAMAGED', dials: 0 });
    expect(second).toMatchObject({ state: 'FAILED', last_error: 'DOCUMENT_DAMAGED', dials: 0 });
  });
});

describe('resend', () => {
  it('sends the same pages again and takes the failed fax off the dashboard', async () => {
    const a = await makeAccount(rig.database.db);
    const [sent] = await rig.send(a.id, ['3105550195'], { pages: 2 });
    const failed = await end(sent?.jobId ?? 0);
    const { outbox } = rig.sending;
    const again = await outbox.resend(callerOf(a.id), failed.path_key, '(310) 555-0195');
    const done = await end(again.jobId);
    const source = await job(sent?.jobId ?? 0);
    expect(source.superseded_by).toBe(done.faxId);
    const other = await outbox.resend(callerOf(a.id), failed.path_key, '3105550111');
    const delivered = await end(other.jobId);
    expect(delivered).toMatchObject({ state: 'DELIVERED', pages: 2 });
    const documents = await rig.database.db
      .selectFrom('document')
      .select('convert_token')
      .where('account_id', '=', a.id)
      .execute();
    expect(documents).toEqual([{ convert_token: 1 }]);
  });

  it('[A-TENANT-11] [A-SEND-21] knows no foreign fax and checks the number like a send', async () => {
    const a = await makeAccount(rig.database.db);
    const b = await makeAccount(rig.database.db);
    const [sent] = await rig.send(b.id, ['3105550111']);
    const theirs = await end(sent?.jobId ?? 0);
    const { outbox } = rig.sending;
    const resend = async (path: string, to: string) => await outbox.resend(callerOf(a.id), path, to);
    for (const path of [theirs.path_key, '../../etc/passwd', '', `${theirs.path_key}/`]) {
      await expect(resend(path, '3105550111')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const own = async (to: string) => await outbox.resend(callerOf(b.id), theirs.path_key, to);
    const twenty = Array.from({ length: 20 }, (_, i) => `31055501${i + 10}`).join(';');
    const two = '3105550111;3105550112';
    for (const [written, code] of [
      ...HOSTILE_NUMBERS,
      ...COSTLY_NUMBERS.map((number) => [number, 'DESTINATION_NOT_ALLOWED'] as const),
      ...[twenty, two, '', ' ; ;'].map((many) => [many, 'NUMBER_INVALID'] as const),
      ['4155550111', 'NO_ROUTE'],
    ] as const)
      await expect(own(written)).rejects.toMatchObject({ code });
    const jobs = await rig.database.db
      .selectFrom('send_job')
      .select('id')
      .where('account_id', 'in', [a.id, b.id])
      .execute();
    expect(jobs).toHaveLength(1);
    const pages = await sentPages(a.id);
    expect(pages).toBe(0);
  });
});

describe('limits of the month', () => {
  it('[A-SEND-14] accepts no more than the pages that are left, and pages of failed faxes come back', async () => {
    const a = await makeAccount(rig.database.db, { monthLimit: 5 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, async () => await rig.send(a.id, ['3105550111'])),
    );
    const accepted = outcomes.flatMap((o) => (o.status === 'fulfilled' ? o.value : []));
    const refused = outcomes.flatMap((o) =>
      o.status === 'rejected' ? [(o.reason as { code: string }).code] : [],
    );
    expect(accepted).toHaveLength(5);
    expect(new Set(refused)).toEqual(new Set(['LIMIT_REACHED']));
    for (const { jobId } of accepted) {
      const done = await end(jobId);
      expect(done.state).toBe('DELIVERED');
    }
    const b = await makeAccount(rig.database.db, { monthLimit: 2 });
    const [failing] = await rig.send(b.id, ['3105550195'], { pages: 2 });
    await end(failing?.jobId ?? 0);
    const [fits] = await rig.send(b.id, ['3105550111'], { pages: 2 });
    const done = await end(fits?.jobId ?? 0);
    expect(done.state).toBe('DELIVERED');
    await expect(rig.send(b.id, ['3105550111'])).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
  });

  it('fails a fax whose pages turn out to be too many, before any call', async () => {
    const a = await makeAccount(rig.database.db, { monthLimit: 5 });
    const sent = await rig.send(a.id, ['3105550111', '3105550112'], { pages: 3 });
    for (const { jobId } of sent) {
      const done = await end(jobId);
      expect(done).toMatchObject({ state: 'FAILED', last_error: 'LIMIT_REACHED', dials: 0 });
    }
  });

  it('[COMP-43] does not limit an enterprise account', async () => {
    const a = await makeAccount(rig.database.db, { monthLimit: 1, options: 'sftp=no;enterprisefax=yes' });
    const [sent] = await rig.send(a.id, ['3105550111'], { pages: 9 });
    const done = await end(sent?.jobId ?? 0);
    expect(done).toMatchObject({ state: 'DELIVERED', billed_pages: 9 });
  });
});
