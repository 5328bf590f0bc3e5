import { afterAll, beforeAll, expect, it } from 'vitest';

import { openTestEngine } from '#engine/documents/fixtures/test-engine.ts';
import type { TestEngine } from '#engine/documents/fixtures/test-engine.ts';
import type { CoverSheet, DocumentEngine } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { smallTiff, storeFax } from '#test/mailbox-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const NUMBER = '2125550180';
const sheets: CoverSheet[] = [];
let engine: TestEngine;
let test: TestApp;
let account: AccountId;
let owner: SignedIn;

beforeAll(async () => {
  engine = await openTestEngine();
  const watched: Pick<DocumentEngine, 'coverSheet'> = {
    coverSheet: async (sheet) => {
      sheets.push(sheet);
      return await engine.engine.coverSheet(sheet);
    },
  };
  const documents = Object.assign(Object.create(engine.engine) as DocumentEngine, watched);
  test = await startApp({ documents });
  account = (await makeAccount(test.database.db, { number: NUMBER })).id;
  await makeAccount(test.database.db, { number: '2125550181' });
  owner = await test.signIn(NUMBER);
});
afterAll(async () => {
  await test.stop();
  await engine.close();
});

async function report(who: SignedIn | object, fid: number) {
  return await test.app.inject({ method: 'GET', url: `/api/faxui/transmissionReport?fid=${fid}`, ...who });
}

/**
 * Stores a fax of three pages: its first call was busy, the second was cut off after one page, the third sent the rest.
 */
async function sentFax(): Promise<number> {
  const at = new Date('2026-11-20T19:00:00Z');
  const { id } = await storeFax(test, account, {
    action: 'S',
    number: '3105550111',
    company: 'Acme',
    at,
    tiff: smallTiff(3),
  });
  const { rows } = await test.database.pool.query<{ id: number }>(
    `insert into send_job (account_id, fax_id, to_number, ready, state, dials, confirmed_pages, finished_at)
     values ($1, $2, '3105550111', true, 'DELIVERED', 3, 3, '2026-11-20T19:12:00Z') returning id`,
    [account, id],
  );
  await test.database.pool.query(
    `insert into send_attempt (job_id, n, started_at, ended_at, result, pages_sent, rate, ecm, call_seconds, station_id, call_ref)
     values ($1, 1, '2026-11-20T19:00:01Z', '2026-11-20T19:00:20Z', 'BUSY', 0, null, null, null, '', 'call-1'),
       ($1, 2, '2026-11-20T19:02:30Z', '2026-11-20T19:03:30Z', 'DROPPED', 1, 9600, false, 41, 'ACME FAX', 'call-2'),
       ($1, 3, '2026-11-20T19:10:30Z', '2026-11-20T19:12:00Z', 'OK', 3, 14400, true, 84, 'ACME FAX', 'call-3'),
       ($1, 4, '2026-11-20T19:13:00Z', null, null, 0, null, null, null, '', 'call-4')`,
    [rows[0]?.id],
  );
  await test.database.pool.query(
    `insert into line_call (line_id, direction, call_ref, far_number, own_number, pages, steps)
     select l.id, 'out', 'call-3', '3105550111', '2125550180', 3, $1 from line l limit 1`,
    [JSON.stringify([{ step: 'media', media: 'audio' }, { step: 'media', media: 't38' }, { step: 'page' }])],
  );
  return id;
}

it('reports how a sent fax went, call by call, with its first page', async () => {
  const answer = await report(owner, await sentFax());
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="report_3105550111_\d+\.pdf"$/,
  );
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  // One page for the report, one for the first page of the three.
  expect(answer.rawPayload.toString('latin1').match(/\/Type ?\/Page\b/g)).toHaveLength(2);
  const sheet = sheets.at(-1);
  const said = sheet?.rows.map(({ label, value }) => `${label}: ${value}`.replaceAll(/\s/g, ' '));
  expect(sheet?.fields['outcome']).toBe('Delivered');
  expect(said).toEqual([
    'To: 310-555-0111, Acme',
    'Answered as: ACME FAX',
    expect.stringContaining('From: 212-555-0180') as string,
    'Submitted: Nov 20, 2026, 2:00:00 PM EST',
    'Ended: Nov 20, 2026, 2:12:00 PM EST',
    'Pages: 3 of 3 confirmed',
    expect.stringMatching(/^Job: \d+$/) as string,
    '1: Nov 20, 2026, 2:00:01 PM EST · The line was busy. · 0 pages confirmed',
    '2: Nov 20, 2026, 2:02:30 PM EST · The call dropped before all pages were sent. · 1 page confirmed · 0:41 · 9600 bit/s · without error correction',
    '3: Nov 20, 2026, 2:10:30 PM EST · Delivered · 3 pages confirmed · 1:24 · T.38 · 14400 bit/s · with error correction',
  ]);
});

it('says of a fax that failed, or whose end nobody knows, just that', async () => {
  const failed = await makeFax(test.database.db, account, { action: 'S', status: 'FAILED', pages: 2 });
  await test.database.pool.query(`update fax set reason = 'NUMBER_INVALID' where id = $1`, [failed.id]);
  expect((await report(owner, failed.id)).statusCode).toBe(200);
  expect(sheets.at(-1)?.fields).toMatchObject({
    outcome: 'Not sent. The number can’t be reached.',
    none: 'No call was made.',
  });
  const uncertain = await storeFax(test, account, { action: 'S', status: 'FAILED', tiff: smallTiff(3) });
  await test.database.pool.query(`update fax set reason = 'UNCERTAIN', uncertain_pages = 2 where id = $1`, [
    uncertain.id,
  ]);
  expect((await report(owner, uncertain.id)).statusCode).toBe(200);
  expect(sheets.at(-1)?.fields['outcome']).toBe('Unconfirmed: 2 of 3 pages confirmed.');
});

it('has no report for what was received, still waits, was deleted, or is somebody else’s', async () => {
  const make = async (values: Parameters<typeof makeFax>[2]): Promise<number> =>
    (await makeFax(test.database.db, account, values)).id;
  expect((await report(owner, await make({ action: 'R' }))).statusCode).toBe(404);
  expect((await report(owner, await make({ action: 'S', outbox: true }))).statusCode).toBe(404);
  expect((await report(owner, await make({ action: 'S', deleted: true }))).statusCode).toBe(404);
  const stranger = await test.signIn('2125550181');
  const own = await make({ action: 'S' });
  expect((await report(stranger, own)).statusCode).toBe(404);
  expect((await report({}, own)).statusCode).toBe(401);
  expect((await report(owner, own)).statusCode).toBe(200);
});
