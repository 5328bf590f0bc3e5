import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FAX_TIMES, followFax } from '#engine/fax-line/carrier/follow-fax.ts';
import type { CallReport } from '#engine/fax-line/port.ts';
import { eventually } from '#test/patience.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { openReportIntake } from './call-reports.ts';
import type { ReportIntake } from './call-reports.ts';
import { insertReport } from './carriers.store.ts';

const never = new AbortController().signal;

let database: TestDatabase;
let intake: ReportIntake;
let lineId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  const line = await database.db
    .insertInto('line')
    .values({ name: 'carrier', kind: 'telnyx', pattern: '*', config: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  lineId = line.id;
  intake = await openReportIntake(database);
});

afterEach(async () => {
  await intake.stop();
  await database.drop();
});

async function tell(callRef: string, status: CallReport['status']): Promise<void> {
  const report = { callRef, faxRef: 'fax-1', status, reason: '', pages: null, at: new Date() };
  await insertReport(database.db, lineId, randomUUID(), report);
}

/** What the carrier says of itself. */
const view = async () => ({ kind: 'ok' as const, value: { status: 'sending', reason: '', pages: null } });

/** Follows a fax of a carrier that says nothing of itself but what it reports. */
async function follow(callRef: string): Promise<string> {
  const fax = { id: 'fax-1', callRef, pages: 1, reports: intake.of(lineId, callRef) };
  const outcome = await followFax({ api: { view } as never, times: FAX_TIMES }, fax, never);
  return outcome.kind;
}

it('a call that ends with a look leaves nothing behind, nor does one that waited', async () => {
  const [looked, waited] = [randomUUID(), randomUUID()];
  const kept = new Set<unknown>();
  // oxlint-disable-next-line typescript/unbound-method -- They are called on the map itself.
  const { set, delete: remove } = Map.prototype;
  const spies = [
    vi.spyOn(Map.prototype, 'set').mockImplementation(function (this: Map<unknown, unknown>, key, value) {
      kept.add(key);
      return set.call(this, key, value);
    }),
    vi.spyOn(Map.prototype, 'delete').mockImplementation(function (this: Map<unknown, unknown>, key) {
      kept.delete(key);
      return remove.call(this, key);
    }),
  ];
  await tell(looked, 'delivered');
  const outcomes = [await follow(looked)];
  const following = follow(waited);
  await eventually(() => expect(kept.has(waited)).toBe(true));
  await tell(waited, 'delivered');
  outcomes.push(await following);
  for (const spy of spies) spy.mockRestore();
  expect(outcomes).toEqual(['delivered', 'delivered']);
  expect([looked, waited].filter((ref) => kept.has(ref))).toEqual([]);
});

it('what is told between a look and the wait is not missed', async () => {
  const callRef = randomUUID();
  const reports = intake.of(lineId, callRef);
  const other = intake.of(lineId, callRef);
  expect(await reports.read()).toEqual([]);
  await tell(callRef, 'sending');
  // The notification has come: one that waits since before was woken.
  await other.wait(60_000, never);
  await reports.wait(60_000, never);
  expect(await reports.read()).toHaveLength(1);
});
