import * as fc from 'fast-check';
import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { offsetSpans } from '#server/features/mailbox/inbox/displayed-time.ts';

/**
 * Zones with every kind of clock change: by half an hour, from midnight to an hour earlier, across midnight so that its
 * first hour occurs twice, on the previous evening, by two hours, for a month, and none at all.
 */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Beirut',
  'America/Havana',
  'Atlantic/Azores',
  'America/Santiago',
  'America/Nuuk',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Kathmandu',
];

const near = fc.integer({ min: -75, max: 75 });
const far = fc.integer({ min: -1_800, max: 1_800 });

/** A zone, and a moment within 30 hours of one of its clock changes in 2026, or anywhere in that year. */
export const momentInZone = fc
  .tuple(fc.constantFrom(...ZONES), fc.nat(9), fc.oneof(near, near, far), fc.nat(59))
  .map(([zone, which, minutes, seconds]) => {
    const year = { from: Date.UTC(2026, 0, 2) / 60_000, to: Date.UTC(2026, 11, 30) / 60_000 };
    const changes = offsetSpans(zone, year).slice(1);
    const change = changes[which % Math.max(changes.length, 1)]?.from ?? year.from + which * 40_000;
    return { zone, at: new Date((change + minutes) * 60_000 + seconds * 1_000) };
  });

/** Zones that an operator may set for a database. */
export const sessionZone = fc.constantFrom('UTC', ...ZONES);

/** Creates the clock that `atTime` sets. */
export async function addClock(db: Db): Promise<void> {
  await sql`create schema clock`.execute(db);
  await sql`create table clock.time (at timestamptz not null)`.execute(db);
  await sql`insert into clock.time values (now())`.execute(db);
  await sql`create function clock.now() returns timestamptz language sql stable as 'select at from clock.time'`.execute(
    db,
  );
}

/** Sets the time and the session's zone until the transaction ends. Columns that default to now() are not affected. */
export async function atTime(tx: Db, at: Date, zone = 'UTC'): Promise<void> {
  await sql`update clock.time set at = ${at}`.execute(tx);
  await sql`set local search_path = clock, pg_catalog, public`.execute(tx);
  await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
}
