import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { addUsage } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { listActivity } from '#server/features/audit/fax-activity/fax-activity.store.ts';
import { spanOf } from '#server/features/customers/usage/usage-details.store.ts';
import { listDays, rollUp } from '#server/features/customers/usage/usage.store.ts';
import { recentFaxes } from '#server/features/faxes/queue/day-limit.store.ts';
import { finishWaiting } from '#server/features/faxes/queue/finish.store.ts';
import { planRetry } from '#server/features/faxes/queue/retry-plan.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount } from './factories.ts';
import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { makeFaxes, removeFaxes } from './many-faxes.ts';
import { makeManagedAccount, makeAdministrator } from './multifax-rig.ts';
import { addClock, atTime, momentInZone, sessionZone } from './simulated-clock.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const HOUR = 3_600_000;

describe('laws of time', LAWS, () => {
  let test: TestDatabase;
  let account: AccountId;

  beforeAll(async () => {
    test = await createTestDatabase();
    account = (await makeAccount(test.db)).id;
    await addClock(test.db);
  });
  afterAll(async () => await test.drop());

  /** Returns the day under which a page of this moment is counted, and the days before and after. */
  const daysAround = async (at: Date, zone: string) => {
    const { rows } = await sql<{ day: string; days: string[] }>`
      select d.day::text as day, array[d.day - 1, d.day, d.day + 1]::text[] as days
      from (select (${at}::timestamptz at time zone ${zone})::date as day) d`.execute(test.db);
    return rows[0] ?? { day: '', days: [] };
  };

  /** `begins` returns when a day begins; a function other than the product's proves that the law detects errors. */
  const eachMomentHasOneDay = (begins?: (day: string, zone: string) => Promise<Date>) =>
    fc.asyncProperty(momentInZone, async ({ zone, at }) => {
      const { day, days } = await daysAround(at, zone);
      await sql`update usage_rollup set through = '2030-01-01'`.execute(test.db);
      await sql`delete from fax_access`.execute(test.db);
      await sql`insert into fax_access (at, account_id, kind, actor_kind) values (${at}, ${account}, 'log', 'system')`.execute(
        test.db,
      );
      const found: Record<'usage' | 'activity', string[]> = { usage: [], activity: [] };
      for (const one of days) {
        const span = await spanOf(test.db, { from: one, to: one }, zone);
        const from = begins ? await begins(one, zone) : span.from;
        if (span.until && at >= from && at < span.until) found.usage.push(one);
        const rows = await listActivity(
          test.db,
          account,
          { from: one, to: one },
          { zone, offset: 0, limit: 9 },
        );
        if (rows.length > 0) found.activity.push(one);
      }
      expect(found).toEqual({ usage: [day], activity: [day] });
    });

  it('each moment is in the export of the day under which it is counted, and of no other', async () => {
    await expectLaw(eachMomentHasOneDay(), 150);
  });

  /** A former error of the product. */
  const second = async (day: string, zone: string) => {
    const { rows } = await sql<{
      at: Date;
    }>`select ${day}::date::timestamp at time zone ${zone} as at`.execute(test.db);
    return rows[0]?.at ?? new Date(0);
  };

  it('the law notices days that begin with the second midnight where there are two', async () => {
    await expectBroken(eachMomentHasOneDay(second), 2_000);
  });

  it('a roll-up shows each page once, whenever clocks change', async () => {
    const step = fc.record({
      minutes: fc.integer({ min: 1, max: 2_000 }),
      pages: fc.nat(3),
      rolls: fc.boolean(),
    });
    const law = fc.asyncProperty(
      momentInZone,
      sessionZone,
      fc.array(step, { maxLength: 8 }),
      async ({ zone, at }, session, steps) => {
        await sql`delete from usage_day`.execute(test.db);
        await sql`delete from usage_month`.execute(test.db);
        await sql`update usage_rollup set through = null`.execute(test.db);
        let [now, counted] = [at.getTime() - 30 * HOUR, 0];
        for (const { minutes, pages, rolls } of [...steps, { minutes: 1, pages: 1, rolls: true }]) {
          now += minutes * 60_000;
          await test.transaction(async (tx) => {
            await atTime(tx, new Date(now), session);
            await addUsage(tx, account, zone, { sent: pages });
            if (rolls) await rollUp(tx, zone);
          });
          counted += pages;
          const { rows } = await sql<{ month: number; day: number; shown: number }>`
          select (select coalesce(sum(sent_pages), 0)::int from usage_month) as month,
            coalesce(sum(sent_pages), 0)::int as day, coalesce(sum(shown_sent), 0)::int as shown from usage_day`.execute(
            test.db,
          );
          expect(rows).toEqual([{ month: counted, day: counted, shown: rolls ? counted : rows[0]?.shown }]);
        }
      },
    );
    await expectLaw(law, 40);
  });

  it('a range has each of its days once, whatever zone the database is set to', async () => {
    const parent = await makeAdministrator(test.db);
    const child = await makeManagedAccount(test.db, parent);
    const law = fc.asyncProperty(momentInZone, sessionZone, fc.nat(40), async ({ at }, session, length) => {
      const days = Array.from({ length: length + 1 }, (_, day) =>
        new Date(at.getTime() + day * 24 * HOUR).toISOString().slice(0, 10),
      );
      await sql`delete from usage_day`.execute(test.db);
      await sql`insert into usage_day (account_id, day, shown_sent) select ${child.id}, day, 1 from unnest(${days}::date[]) day`.execute(
        test.db,
      );
      const seen = await test.transaction(async (tx) => {
        await atTime(tx, at, session);
        return await listDays(tx, parent.id, { from: days[0] ?? '', to: days.at(-1) ?? '' });
      });
      expect(seen).toEqual(days.map((date) => ({ date, sent: 1, received: 0 })));
    });
    await expectLaw(law, 60);
  });

  it('a limit of the day looks back 24 hours, not 23 or 25', async () => {
    const ago = fc.array(fc.integer({ min: 22 * 60, max: 26 * 60 }), { minLength: 1, maxLength: 8 });
    const law = fc.asyncProperty(momentInZone, ago, async ({ zone, at }, minutes) => {
      await removeFaxes(test.db, account);
      const times = minutes
        .map((one) => new Date(at.getTime() - one * 60_000))
        .toSorted((a, b) => a.getTime() - b.getTime());
      const ids = await makeFaxes(
        test.db,
        account,
        times.map((time) => ({ action: 'S', at: time })),
      );
      await sql`insert into send_job (account_id, fax_id, to_number, state, dials, created_at)
        select account_id, id, other_number, 'DELIVERED', 1, fax_at from fax where account_id = ${account}`.execute(
        test.db,
      );
      const recent = await test.transaction(async (tx) => {
        await atTime(tx, at, zone);
        return await recentFaxes(tx, account, ids.length);
      });
      const right = times.map((time) => time.getTime() + 24 * HOUR - at.getTime()).filter((left) => left > 0);
      expect(recent.map(({ leavesIn }) => Math.round(leavesIn))).toEqual(right);
    });
    await expectLaw(law, 60);
  });

  const reason = fc.constantFrom('BUSY', 'NO_ANSWER', 'NO_FAX_MACHINE', 'DROPPED', 'OTHER', 'LINE_FAULT');
  const failed = fc.record({
    reason,
    telephone: fc.boolean(),
    dials: fc.integer({ min: 1, max: MAX_DIALS + 1 }),
    faults: fc.nat(20),
    rests: fc.constant(false),
    hours: fc.nat(100),
    configured: fc.option(fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 4 }), {
      nil: undefined,
    }),
  });

  it('no call is repeated sooner than its wait less a fifth, or after the last one', async () => {
    const usual = [2, 5, 10, 20];
    const waits = {
      BUSY: usual,
      NO_ANSWER: [5, 15],
      NO_FAX_MACHINE: [5],
      DROPPED: [1, 3, 10, 20],
      OTHER: [5],
      LINE_FAULT: [],
    };
    const law = fc.property(failed, fc.double({ min: 0, max: 1, noNaN: true }), (call, random) => {
      const plan = planRetry({ ...call, random: () => random });
      const documented = call.configured ?? (call.telephone ? waits[call.reason] : usual);
      const wait = documented[call.dials - 1] ?? call.configured?.at(-1);
      const most =
        call.reason === 'LINE_FAULT'
          ? 'uncounted'
          : call.dials >= MAX_DIALS || wait === undefined
            ? 'last'
            : 'again';
      expect(plan.kind === 'give-up' ? 'last' : plan.counts ? 'again' : 'uncounted').toBe(most);
      const shares = plan.kind === 'again' && plan.counts ? plan.afterMs / ((wait ?? 0) * 60_000) : 1;
      const spread = call.configured ? 0.0001 : 0.2001;
      expect(Math.abs(shares - 1)).toBeLessThanOrEqual(spread);
      expect(plan.kind === 'again' ? plan.afterMs : 1).toBeGreaterThan(0);
    });
    await expectLaw(law, 500);
  });

  it('a waiting call is due after exactly its wait, over any change of clocks', async () => {
    const law = fc.asyncProperty(
      momentInZone,
      fc.integer({ min: 1, max: 48 * 60 }),
      async ({ zone, at }, minutes) => {
        await removeFaxes(test.db, account);
        const [faxId = 0] = await makeFaxes(test.db, account, [{ action: 'S', outbox: true }]);
        const { rows } = await sql<{ id: number; waited: number }>`
        insert into send_job (account_id, fax_id, to_number, state, dials, lease_token)
        values (${account}, ${faxId}, '3105550111', 'SENDING', 1, 1) returning id`.execute(test.db);
        const jobId = rows[0]?.id ?? 0;
        const waited = await test.transaction(async (tx) => {
          await atTime(tx, at, zone);
          const held = { jobId, token: 1, attempt: 1, accountId: account, faxId };
          await finishWaiting(
            tx,
            held,
            { result: 'BUSY', pages: 0 },
            { afterMs: minutes * 60_000, counts: true },
          );
          return await tx
            .selectFrom('send_job')
            .select('next_at')
            .where('id', '=', jobId)
            .executeTakeFirstOrThrow();
        });
        expect(waited.next_at.getTime() - at.getTime()).toBe(minutes * 60_000);
      },
    );
    await expectLaw(law, 60);
  });
});
