import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';

import { makeAccount } from './factories.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { makeCall } from './make-call.ts';
import { FOREIGN, MARK } from './own-account-requests.ts';
import type { CallInput, Hers } from './own-account-requests.ts';
import { joinedBy } from './people-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** A stream that stays open; it takes no ids, and live-events tests whose hints it carries. */
const STREAMS = new Set(['events']);

const calls = Object.entries<Call>(allCalls).filter(
  ([name, { access }]) => access === 'user' && !STREAMS.has(name),
);

describe('every call of a mailbox', () => {
  let test: TestApp;
  let alice: Awaited<ReturnType<typeof makeAccount>>;
  let mallory: SignedIn;
  let hers: Hers;

  const ask = async (call: Call, session: SignedIn, input: CallInput = {}) =>
    await makeCall(test, call, session, input);

  beforeAll(async () => {
    test = await startApp({ documents: { ...fakeDocuments().documents, warmCovers: () => undefined } });
    const { db, pool } = test.database;
    alice = await makeAccount(db);
    const own = await test.signIn(alice.number);
    const fax = await storeFax(test, alice.id, { company: `${MARK} Ltd`, sender: MARK, pages: 2 });
    const made = await ask(allCalls.createContact, own, {
      body: { to_person: MARK, company: `${MARK} Ltd`, faxnum: '2125550199' },
    });
    const { data: contact } = made.json<{ data: { faxnumid: string } }>();
    const grouped = await ask(allCalls.addContactGroup, own, {
      body: { name: MARK, contacts: [contact.faxnumid] },
    });
    await ask(allCalls.blockNumber, own, { body: { faxnum: `${MARK} CSID` } });
    await ask(allCalls.putCoverPageSettings, own, { body: { name: MARK } });
    const app = await ask(allCalls.addAppPassword, own, { body: { name: MARK } });
    const { sessions } = (await ask(allCalls.ownSessions, own)).json<{ sessions: { id: string }[] }>();
    await pool.query(
      'insert into subaccount (account_id, email, receive_faxes, send_faxes) values ($1, $2, true, true)',
      [alice.id, `${MARK}@example.com`.toLowerCase()],
    );
    const person = await joinedBy(test, own, { role: 'member', name: MARK });
    await ask(allCalls.invitePeople, own, { body: { emails: [`${MARK}@people.test`], role: 'reader' } });
    const { invitations } = (await ask(allCalls.people, own)).json<{ invitations: { id: string }[] }>();
    const noted = await ask(allCalls.addNote, own, {
      body: { fid: fax.id, text: MARK, mentions: [person.id] },
    });
    const tagged = await ask(allCalls.addTag, own, { body: { name: MARK, color: 'blue' } });
    const { data: tag } = tagged.json<{ data: { id: string } }>();
    await ask(allCalls.putWork, own, {
      body: { faxes: [{ id: fax.id, version: 0 }], assignee: person.id, addTags: [tag.id] },
    });
    const ruled = await ask(allCalls.addRule, own, {
      body: {
        name: MARK,
        active: true,
        match: 'all',
        conditions: [],
        actions: [{ kind: 'tag', tags: [tag.id] }],
        stop: false,
      },
    });
    const { data: rule } = ruled.json<{ data: { id: string } }>();
    await pool.query(
      `insert into fax_rule (account_id, fax_id, rule_id, name, did) values ($1, $2, $3, $4, '[]')`,
      [alice.id, fax.id, rule.id, MARK],
    );
    hers = {
      fid: String(fax.id),
      path: fax.pathKey,
      contact: contact.faxnumid,
      group: grouped.json<{ data: { id: string } }>().data.id,
      password: app.json<{ data: { id: string } }>().data.id,
      session: sessions[0]?.id ?? '',
      email: alice.email,
      account: String(alice.id),
      person: String(person.id),
      invitation: invitations[0]?.id ?? '',
      note: noted.json<{ data: { id: string } }>().data.id,
      tag: tag.id,
      rule: rule.id,
    };
    mallory = await test.signIn((await makeAccount(db)).number);
  });
  afterAll(async () => await test.stop());

  /** Returns every row of Alice's data, in all tables. */
  const everythingOfHers = async () => {
    const { pool } = test.database;
    const { rows } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = current_schema() and column_name = 'account_id' and table_type = 'BASE TABLE' order by 1`,
    );
    const tables = await Promise.all(
      [...rows.map(({ name }) => [name, 'account_id']), ['account', 'id'], ['session', 'subject_id']].map(
        async ([name, column]) =>
          (await pool.query(`select t::text from ${name} t where ${column} = $1 order by 1`, [alice.id]))
            .rows,
      ),
    );
    return JSON.stringify(tables);
  };

  it.each(calls)('[AUTH-13] %s reads and changes nothing of another account', async (name, call) => {
    expect(Object.keys(FOREIGN), 'a new call needs a line in FOREIGN').toContain(name);
    const before = await everythingOfHers();
    expect(before).toContain(MARK);
    const input = FOREIGN[name];
    const answer = await ask(call, mallory, input?.(hers));
    expect(answer.body).not.toMatch(new RegExp(MARK, 'iu'));
    expect(answer.statusCode).toBeLessThan(500);
    expect(await everythingOfHers()).toBe(before);
  });

  it('the same calls find it for its owner', async () => {
    const own = await test.signIn(alice.number);
    for (const name of [
      'dashboard',
      'contactsList',
      'contactGroups',
      'blockedNumbers',
      'appPasswords',
      'people',
      'getCoverPageSettings',
    ] as const) {
      const answer = await ask(allCalls[name], own);
      expect([name, answer.body.includes(MARK)]).toEqual([name, true]);
    }
    const suggested = await ask(allCalls.recipients, own, { query: { search: MARK } });
    expect(suggested.body).toContain(MARK);
  });
});
