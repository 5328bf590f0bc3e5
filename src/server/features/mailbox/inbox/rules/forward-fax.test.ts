import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';

import type { FaxRule } from '#contract/mailbox/rules.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { refusal } from '#test/people-rig.ts';
import { TARGET, forwardTo, ruleCalls, ruleWith, startRules } from '#test/rules-rig.ts';
import { ask } from '#test/second-step-rig.ts';
import { until } from '#test/sending-rig.ts';
import { newTeam } from '#test/team-rig.ts';
import type { TeamWorld } from '#test/team-rig.ts';

import { runRules } from './run-rules.ts';

let world: TeamWorld;
beforeAll(async () => {
  world = await startRules();
});
beforeEach(async () => await newTeam(world));
afterAll(async () => await world.test.stop());

const { add, arrive, did, handled, jobs, made, reached } = ruleCalls(() => world);

describe('forwarding by a rule', () => {
  it('[A-RULE-01] once, however often their work is done again, and also when the rules have changed since', async () => {
    await reached(TARGET);
    await made(forwardTo(TARGET));
    const fid = await arrive();
    const { database, mail, sending } = world.test;
    const again = async () =>
      await runRules(
        { database, notices: mail.notices, queueMail: mail.queueMail, outbox: sending.outbox },
        { accountId: world.account.id, faxId: fid },
      );
    await Promise.all([again(), again(), again()]);
    await made({ name: 'Later' });
    await world.test.runJobs();
    await again();
    expect(await did(fid)).toEqual([['Lab', [{ kind: 'forward', what: '310-555-0177', outcome: 'done' }]]]);
    expect(await jobs()).toEqual([{ to_number: TARGET, origin: 'rule', state: 'QUEUED' }]);
  });

  it('[A-RULE-02] goes only to numbers that a fax of the account has reached, and never to its own', async () => {
    expect(refusal(await add(forwardTo(TARGET)))).toEqual([412, 'RULE_NUMBER']);
    expect(refusal(await add(forwardTo(world.account.number)))).toEqual([412, 'RULE_OWN_NUMBER']);
    const stranger = await makeAccount(world.test.database.db);
    await makeFax(world.test.database.db, stranger.id, { action: 'S', number: TARGET });
    await makeFax(world.test.database.db, world.account.id, {
      action: 'S',
      number: TARGET,
      status: 'FAILED',
    });
    expect(refusal(await add(forwardTo(TARGET)))).toEqual([412, 'RULE_NUMBER']);
    await reached(TARGET);
    const id = await made(forwardTo(TARGET));
    const edited = await ask(world.test, ['PUT', 'rules'], world.owner, {
      id,
      ...ruleWith(forwardTo('3105550199')),
    });
    expect(refusal(edited)).toEqual([412, 'RULE_NUMBER']);
  });

  it('[A-RULE-03] does not go back to who sent the fax, nor on when a rule sent it', async () => {
    await reached(TARGET);
    await made(forwardTo(TARGET));
    const back = await handled({ caller: TARGET });
    const again = await handled({ byRule: true });
    const blank = await handled({ tiff: Buffer.from('') });
    for (const fid of [back, again])
      expect(await did(fid)).toMatchObject([['Lab', [{ outcome: 'came-from-a-rule' }]]]);
    expect(await did(blank)).toMatchObject([['Lab', [{ outcome: 'no-pages' }]]]);
    expect(await jobs()).toEqual([]);
  });

  it('two rules that forward to the same number send one fax there', async () => {
    await reached(TARGET);
    await made(forwardTo(TARGET));
    await made({ ...forwardTo(TARGET), name: 'Second' });
    const fid = await handled();
    expect(await did(fid)).toMatchObject([
      ['Lab', [{ outcome: 'done' }]],
      ['Second', [{ outcome: 'above' }]],
    ]);
    expect(await jobs()).toHaveLength(1);
  });

  it('two accounts that forward to each other stop after the first', async () => {
    const { test, account } = world;
    const other = await makeAccount(test.database.db);
    const theirs = await test.signIn(other.number);
    await makeFax(test.database.db, other.id, { action: 'S', number: account.number });
    await reached(other.number);
    await made(forwardTo(other.number));
    await ask(test, ['POST', 'rules'], theirs, ruleWith(forwardTo(account.number)));
    await handled();
    // Started only now: the test queue would run the second account's rules before its fax is committed.
    const worker = await test.sending.startWorker({ convertSlots: 1 });
    const received = async () =>
      await test.database.db
        .selectFrom('fax')
        .select(['id', 'account_id'])
        .where('account_id', 'in', [account.id, other.id])
        .where('action', '=', 'R')
        .orderBy('id')
        .execute();
    const [, arrived] = await until(received, ({ length }) => length === 2);
    await test.runJobs();
    await worker.stop();
    const { rules } = (await ask(test, ['GET', `faxRules?fid=${arrived?.id}`], theirs)).json<{
      rules: FaxRule[];
    }>();
    expect(rules).toMatchObject([{ did: [{ kind: 'forward', outcome: 'came-from-a-rule' }] }]);
    expect(await received()).toHaveLength(2);
  });

  it('a limit of the account leaves the fax where it is, and says so', async () => {
    await reached(TARGET);
    await made(forwardTo(TARGET));
    await sql`update account set day_calls = 1 where id = ${world.account.id}`.execute(
      world.test.database.db,
    );
    const [first, second] = [await handled(), await handled()];
    expect(await did(first)).toMatchObject([['Lab', [{ outcome: 'done' }]]]);
    expect(await did(second)).toMatchObject([['Lab', [{ outcome: 'refused' }]]]);
    expect(await jobs()).toHaveLength(1);
  });
});
