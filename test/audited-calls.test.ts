import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';

import { CUSTOMER_REQUESTS, STORAGE_REQUESTS } from './audited/customer-requests.ts';
import { DRAFT_REQUESTS } from './audited/draft-requests.ts';
import { IDENTITY_REQUESTS } from './audited/identity-requests.ts';
import { FAX_REQUESTS, MAILBOX_REQUESTS } from './audited/mailbox-requests.ts';
import { OPERATOR_REQUESTS } from './audited/operator-requests.ts';
import { startWorld } from './audited/world.ts';
import type { Audited, CallName, World } from './audited/world.ts';

/** Each call that changes something: the action of its audit row, and a request that succeeds. */
const AUDITED: Partial<Record<CallName, Audited>> = {
  ...IDENTITY_REQUESTS,
  ...MAILBOX_REQUESTS,
  ...FAX_REQUESTS,
  ...DRAFT_REQUESTS,
  ...CUSTOMER_REQUESTS,
  ...STORAGE_REQUESTS,
  ...OPERATOR_REQUESTS,
};

/** Calls that are no GET and rightly write no audit row, with the reason. */
const NOT_AUDITED: Partial<Record<CallName, string>> = {
  getNode: 'says where to log in; the login is audited',
  getNodeData: 'says where to log in; the login is audited',
  resetLogins: 'only shows which logins a new password would end; it takes a secret, so it is a POST',
  askHandOver: 'only shows whose session would open; it takes a ticket, so it is a POST',
  beginSecondStep: 'makes a secret that means nothing until a code confirms it, which is audited',
  operatorBeginStep: 'makes a secret that means nothing until a code confirms it, which is audited',
  beginPasskey: 'asks a question that the device answers; adding the passkey is audited',
  beginPasskeyLogin: 'asks a question that the device answers; the login is audited',
  getTruePageCount: 'only counts pages; it takes a list, so it is a POST',
  selectFaxes: 'remembers what a search found; what is done with it is audited',
  coverPreview: 'only draws a page; it takes a form, so it is a POST',
  holdFaxDraft: 'says that a page still has a draft open; continuing on another page is audited',
  faxPrinted: 'is an entry of the record of who saw a fax (fax_access)',
  checkWhitelistedDomain: 'asks DNS again; a domain that is proved by it is audited (whitelist.prove)',
  carrierNotice: 'what a carrier reports; the fax that it is about is audited when it arrives or ends',
  egnyteInvoke: 'Egnyte names the files that somebody chose; the fax is audited when it is sent',
  egnyteBegin: 'remembers what the consent page shows; the consent is audited',
  operatorLineTest: 'asks a line how it is and changes nothing',
  operatorAuditVerify: 'reads the audit and changes nothing',
};

const mutations = Object.entries<Call>(allCalls)
  .filter(([, { method }]) => method !== 'GET')
  .map(([name]) => name as CallName);

describe('every call that changes something', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld();
  });
  // What the tests do quickly one after the other counts as guessing.
  beforeEach(async () => {
    await world.one('delete from login_failure');
  });
  afterAll(async () => await world.stop());

  const actionsSince = async (id: string): Promise<string> =>
    await world.one(`select coalesce(string_agg(action, ' '), '') from audit where id > $1`, [id]);

  it('is audited, or is on the list of those that are not, with a reason', () => {
    const listed = [...Object.keys(AUDITED), ...Object.keys(NOT_AUDITED)];
    expect(listed.toSorted()).toEqual(mutations.toSorted());
  });

  it.each(mutations.filter((name) => NOT_AUDITED[name] === undefined))(
    '%s writes its audit row',
    async (name) => {
      const [action, prepare] = AUDITED[name] ?? [];
      if (action === undefined || !prepare) throw new Error('a new call needs a request in test/audited');
      const request = await prepare(world);
      const before = await world.one<string>('select coalesce(max(id), 0)::text from audit');
      const answer = await world.ask(name, request);
      expect([name, answer.statusCode < 400, answer.body]).toEqual([name, true, answer.body]);
      // Some calls leave the work to a job, so that the time they take gives nothing away.
      if ((await actionsSince(before)) === '') await world.test.runJobs();
      expect((await actionsSince(before)).split(' ')).toContain(action);
    },
  );
});
