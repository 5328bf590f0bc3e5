import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import { openBackground } from '#server/composition/jobs.ts';
import { closeEngines, openEngines } from '#server/composition/engines.ts';
import type { Engines } from '#server/composition/engines.ts';
import type { Services } from '#server/composition/services.ts';
import { projectFolders } from '#server/composition/web-server.ts';
import { readConfig } from '#server/config/config.ts';
import { loadMessages } from '#server/kit/messages.ts';

import { receiveFaxes } from './received-faxes.ts';

/** Number of arrivals at each account, and of rules of the account that has some. */
const ARRIVALS = 1_000;
const RULES = 50;
const WITHOUT = '2125550100';
const WITH = '2125550101';
const log = pino({ level: 'silent' });

/**
 * Measures storing an arrival at an account without rules and, alternating, at one with 50 rules, half of which act on
 * earlier faxes at the same time; and how long after the last arrival all rules have acted, each once.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-rules-'));
  const config = readConfig({ F2E_DATA: folder, F2E_UNTRUSTED_DOCUMENTS: 'accept-risk' });
  const engines = await openEngines(config, log);
  try {
    const tiff = await receiveFaxes(engines, 1);
    const messages = await loadMessages(projectFolders.locales);
    const { services, queue } = await openBackground({ config, engines, messages }, true);
    await addRules(engines);
    const times = await arrivals(engines, services, tiff);
    const began = performance.now();
    while ((await waiting(engines)) > 0) await pause(50);
    const seconds = (performance.now() - began) / 1_000;
    const acted = await countActed(engines);
    await queue.stop();
    process.stdout.write(
      `taking in a fax: ${said(times.without)} without rules, ${said(times.with)} with ${RULES}; ` +
        `all had acted ${seconds.toFixed(1)} s after the last of ${ARRIVALS}, ${acted} times\n`,
    );
  } finally {
    await closeEngines(engines);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds rules that test the number and the hours; every second one marks faxes of the bench as read. */
async function addRules({ database: { pool } }: Engines): Promise<void> {
  await pool.query(
    `insert into account (brand_id, fax_number, admin_email, state) values (1, '${WITH}', 'b@example.com', 'active')`,
  );
  await pool.query(
    `insert into account_settings (account_id, timezone_id) select id, 5 from account where fax_number = '${WITH}'`,
  );
  await pool.query(
    `insert into arrival_rule (account_id, position, name, active, match, conditions, actions, stop)
     select a.id, n, 'Rule ' || n, true, 'all',
       jsonb_build_array(
         jsonb_build_object('kind', 'caller', 'callers', jsonb_build_array(case when n % 2 = 0 then '310*' else '999*' end)),
         jsonb_build_object('kind', 'pages-min', 'pages', 1)),
       '[{"kind": "read"}]', false
     from account a, generate_series(1, ${RULES}) n where a.fax_number = '${WITH}'`,
  );
}

interface Times {
  with: number[];
  without: number[];
}

/** Measures only the commit: converting and storing the pages takes the same time with and without rules. */
async function arrivals({ database }: Engines, { sending }: Services, tiff: Uint8Array): Promise<Times> {
  const times: Times = { with: [], without: [] };
  const prepare = async (called: string) =>
    await sending.arrivals.prepare({
      lineId: null,
      callRef: '',
      caller: '3105550111',
      stationId: 'BENCH',
      called,
      tiff,
      source: 'line',
    });
  const prepared = { with: await prepare(WITH), without: await prepare(WITHOUT) };
  for (let n = 0; n < ARRIVALS; n += 1)
    for (const side of ['without', 'with'] as const) {
      const one = prepared[side];
      if (one.kind === 'refused') throw new Error(`a fax of the bench was refused: ${one.reason}`);
      const name = `bench-${side}-${String(n).padStart(6, '0')}`;
      const arrival = { ...one.arrival, callRef: name };
      const began = performance.now();
      await database.transaction(
        async (tx) => await sending.arrivals.commit(tx, { ...one, arrival, pathKey: name, storageKey: name }),
      );
      times[side].push(performance.now() - began);
    }
  return times;
}

async function waiting({ database }: Engines): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from rule_arrival');
  return rows[0]?.n ?? 0;
}

async function countActed({ database }: Engines): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from fax_rule');
  return rows[0]?.n ?? 0;
}

function said(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
