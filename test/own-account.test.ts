import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { makeAccount } from './factories.ts';
import { fakeDocuments, storeFax } from './mailbox-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Stands in everything that is hers: no answer to anybody else may hold it. */
const MARK = 'ALICE';

/** What of hers a call could name. */
interface Hers {
  fid: string;
  path: string;
  contact: string;
  group: string;
  password: string;
  session: string;
  email: string;
}

interface CallInput {
  query?: Record<string, string>;
  body?: object;
}

/** How somebody else would ask for what is hers; null: the call has no word for whose. */
type Foreign = ((hers: Hers) => CallInput) | null;

const contactOf = ({ contact, group }: Hers) => ({
  body: {
    faxnumid: contact,
    cid: contact,
    to_person: 'Taken',
    company: 'Over',
    faxnum: '2125559999',
    groups: [group],
  },
});

/** One line for every call of a mailbox: without it a new one fails here. Calls of all kinds of session are in access-matrix. */
const FOREIGN: Record<string, Foreign> = {
  changePassword: () => ({ body: { current: 'x', new: 'Harbor7light!', confirm: 'Harbor7light!' } }),
  ownSessions: null,
  otherLogins: null,
  endSession: ({ session }) => ({ body: { id: session } }),
  getAutomaticLogout: null,
  putAutomaticLogout: () => ({ body: { minutes: 5 } }),
  getRetention: null,
  putRetention: () => ({ body: { folder: 'inbox', days: 30 } }),
  appPasswords: null,
  addAppPassword: () => ({ body: { name: 'Mine' } }),
  removeAppPassword: ({ password }) => ({ body: { id: password } }),
  mainInterface: null,
  clientServiceInfo: null,
  getGlobalSettings: null,
  putGlobalSettings: () => ({ body: { language: 'fr' } }),
  mailDelivery: null,
  changeMailDelivery: null,
  tryMailAgain: ({ email }) => ({ body: { email } }),
  dashboard: null,
  faxArchiveList: ({ fid }) => ({ query: { fid } }),
  faxArchiveAction: ({ fid }) => ({ body: { action: 'delete', fid } }),
  eraseFaxes: ({ fid }) => ({ body: { fids: [fid] } }),
  faxRotate: ({ fid }) => ({ body: { fid, inbox: 1 } }),
  getFaxFile: ({ path }) => ({ query: { file: `${path}/prev1.gif` } }),
  getFaxesArchive: ({ fid }) => ({ query: { ext: 'pdf', 'fids[]': fid } }),
  getTruePageCount: ({ path }) => ({ body: { filepath: [path] } }),
  searchFaxes: () => ({ query: { q: MARK } }),
  // Selects among one's own faxes; the test of bulk actions tries selections of others.
  selectFaxes: () => ({ body: { q: MARK } }),
  bulkAction: ({ fid }) => ({ body: { id: fid, action: 'delete' } }),
  cancelBulkAction: ({ fid }) => ({ body: { id: fid } }),
  undoBulkAction: ({ fid }) => ({ body: { id: fid } }),
  markSent: ({ fid }) => ({ body: { fid } }),
  getOutbox: null,
  resendFax: ({ path }) => ({ body: { resend_faxpath: path, destinations: '3105550111' } }),
  cancelJob: ({ fid }) => ({ body: { jobid: fid } }),
  scheduleJob: ({ fid }) => ({ body: { jobid: fid, send_at: '2026-11-24T08:00' } }),
  getDeliveryWindow: null,
  putDeliveryWindow: () => ({ body: { on: '1', days: [1], from: '08:00', until: '18:00' } }),
  sendProgress: ({ fid }) => ({ query: { fids: fid } }),
  sendNow: ({ fid }) => ({ body: { jobid: fid } }),
  editNumber: ({ fid }) => ({ body: { jobid: fid, destination: '3105550111' } }),
  transmissionReport: ({ fid }) => ({ query: { fid } }),
  // Sending names files that come along or drafts of one's own; its tests try drafts of others.
  sendFax: null,
  addDraft: null,
  listDrafts: null,
  copyDraft: () => ({ body: { id: 'k'.repeat(22), photos: 'fine' } }),
  draftFromFax: ({ fid }) => ({ body: { fid } }),
  forwardFax: ({ fid, email }) => ({ body: { fid, emails: [email] } }),
  removeDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  getDraftFile: ({ path }) => ({ query: { file: `${path}/prev1.gif` } }),
  listFaxDrafts: () => ({ query: { device: 'd'.repeat(22) } }),
  // By the id alone nobody finds another account's draft; the tests of drafts try it with a real one.
  saveFaxDraft: () => ({ body: { id: 'k'.repeat(22), version: 1 } }),
  openFaxDraft: () => ({ body: { id: 'k'.repeat(22), device: 'd'.repeat(22), page: 'p'.repeat(22) } }),
  holdFaxDraft: () => ({ body: { id: 'k'.repeat(22), version: 1, open: false } }),
  discardFaxDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  restoreFaxDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  duplicateFaxDraft: () => ({ body: { id: 'k'.repeat(22), copy: 'c'.repeat(22) } }),
  coverPages: null,
  coverImage: null,
  // Draws one's own words; a template that is none, because nothing here draws.
  coverPreview: () => ({ body: { template_id: 'none' } }),
  getCoverPageSettings: null,
  putCoverPageSettings: () => ({ body: { name: 'Mallory' } }),
  sendByEmail: null,
  contactsList: ({ contact }) => ({ query: { cid: contact } }),
  recipients: () => ({ query: { search: MARK } }),
  createContact: contactOf,
  updateContact: contactOf,
  deleteContact: contactOf,
  restoreContacts: ({ contact }) => ({ body: { faxnumids: [contact] } }),
  contactGroups: null,
  addContactGroup: ({ contact }) => ({ body: { name: 'Mine', contacts: [contact] } }),
  renameContactGroup: ({ group }) => ({ body: { id: group, name: 'Taken' } }),
  deleteContactGroup: ({ group }) => ({ body: { id: group } }),
  restoreContactGroup: ({ group }) => ({ body: { id: group } }),
  changeGroupMembers: ({ group, contact }) => ({
    body: { id: group, action: 'remove', contacts: [contact] },
  }),
  contactGroupRecipients: ({ group }) => ({ query: { id: group } }),
  importContacts: () => ({ body: { csv: 'Taken,Over,2125559999' } }),
  exportContacts: null,
  mailboxViews: null,
  faxPrinted: ({ fid }) => ({ body: { fid } }),
  blockedNumbers: null,
  blockNumber: () => ({ body: { faxnum: '8005550133' } }),
  unblockNumber: () => ({ body: { faxnum: `${MARK} CSID` } }),
  requestCancellation: null,
  tourViewed: null,
  egnyteConnection: null,
  egnyteFolders: null,
  egnyteUpdate: null,
  egnyteUpdatePath: null,
  egnyteDisconnect: null,
  egnyteLogin: null,
};

/** A stream that stays open; it names nothing, and live-events tests whose hints it carries. */
const STREAMS = new Set(['events']);

const calls = Object.entries<Call>(allCalls).filter(
  ([name, { access }]) => access === 'user' && !STREAMS.has(name),
);

describe('every call of a mailbox', () => {
  let test: TestApp;
  let alice: Awaited<ReturnType<typeof makeAccount>>;
  let mallory: SignedIn;
  let hers: Hers;

  const ask = async (call: Call, session: SignedIn, { query, body = {} }: CallInput = {}) =>
    await test.app.inject({
      method: call.method,
      url: pathFor(call),
      query: query ?? {},
      cookies: session.cookies,
      headers: { ...session.headers, 'content-type': 'application/json' },
      ...(call.method === 'GET' ? {} : { payload: body }),
    });

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
    hers = {
      fid: String(fax.id),
      path: fax.pathKey,
      contact: contact.faxnumid,
      group: grouped.json<{ data: { id: string } }>().data.id,
      password: app.json<{ data: { id: string } }>().data.id,
      session: sessions[0]?.id ?? '',
      email: alice.email,
    };
    mallory = await test.signIn((await makeAccount(db)).number);
  });
  afterAll(async () => await test.stop());

  /** Every row of hers, in whatever table. */
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
      'getCoverPageSettings',
    ] as const) {
      const answer = await ask(allCalls[name], own);
      expect([name, answer.body.includes(MARK)]).toEqual([name, true]);
    }
    const suggested = await ask(allCalls.recipients, own, { query: { search: MARK } });
    expect(suggested.body).toContain(MARK);
  });
});
