import type { FaxRule, RulesReply } from '#contract/mailbox/rules.ts';
import type { Arrival } from '#server/features/faxes/arrivals/arrived-pages.ts';

import { makeAccount, makeFax } from './factories.ts';
import { ask } from './second-step-rig.ts';
import { fakeDocuments } from './sending-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn } from './start-app.ts';
import { dataOf } from './team-rig.ts';
import type { TeamWorld } from './team-rig.ts';

/** The sender of the faxes, and another account of the installation, which needs no line. */
export const CALLER = '3105550111';
export const TARGET = '3105550177';

/** Starts the application with an account at TARGET; call `newTeam` before each test. */
export async function startRules(): Promise<TeamWorld> {
  const test = await startApp({ documents: fakeDocuments() });
  await makeAccount(test.database.db, { number: TARGET });
  return { test } as TeamWorld;
}

/** Returns a rule that archives every fax, with the given changes. */
export function ruleWith(change: object) {
  return {
    name: 'Lab',
    active: true,
    match: 'all',
    conditions: [],
    actions: [{ kind: 'archive' }],
    stop: false,
    ...change,
  };
}

/** Returns a rule that forwards every fax. */
export const forwardTo = (number: string) => ({ actions: [{ kind: 'forward', number }] });
/** Returns a rule that mails every fax. */
export const mailTo = (email: string) => ({ actions: [{ kind: 'email', emails: [email] }] });

let calls = 0;

/** Returns calls for the account's rules, made as its owner, and for faxes that arrive there. */
export function ruleCalls(world: () => TeamWorld) {
  const add = async (change: object) =>
    await ask(world().test, ['POST', 'rules'], world().owner, ruleWith(change));
  const acted = async (fid: number, as: SignedIn = world().owner) =>
    (await ask(world().test, ['GET', `faxRules?fid=${fid}`], as)).json<{ rules: FaxRule[] }>().rules;
  const arrive = async (change: Partial<Arrival> = {}): Promise<number> => {
    const result = await world().test.sending.arrivals.receive({
      lineId: null,
      callRef: `rules-${(calls += 1)}`,
      caller: CALLER,
      stationId: 'ACME',
      called: world().account.number,
      tiff: Buffer.from('PP'),
      source: 'onnet',
      ...change,
    });
    if (!result.accepted) throw new Error(`the fax was refused: ${result.reason}`);
    return result.fid;
  };
  return {
    add,
    made: async (change: object) => dataOf(await add(change)).id,
    listed: async () => (await ask(world().test, ['GET', 'rules'], world().owner)).json<RulesReply>(),
    acted,
    /** Returns the name of each rule that acted on the fax, and what it did. */
    did: async (fid: number) => (await acted(fid)).map((rule) => [rule.name, rule.did]),
    /** Receives a fax; the rules have not run yet. */
    arrive,
    /** Receives a fax, and runs the rules. */
    handled: async (change: Partial<Arrival> = {}) => {
      const fid = await arrive(change);
      await world().test.runJobs();
      return fid;
    },
    /** Returns the account's jobs in the queue. */
    jobs: async () =>
      await world()
        .test.database.db.selectFrom('send_job')
        .select(['to_number', 'origin', 'state'])
        .where('account_id', '=', world().account.id)
        .execute(),
    /** Adds a fax of the account that reached the number. */
    reached: async (number: string) =>
      await makeFax(world().test.database.db, world().account.id, { action: 'S', number }),
  };
}
