import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { roleAllows } from '#contract/kit/roles.ts';

import { startRealCompose } from './compose-rig.ts';
import type { ComposeRig } from './compose-rig.ts';
import { makeAccount } from './factories.ts';
import { storeFax } from './mailbox-rig.ts';
import { FOREIGN, MARK } from './own-account-requests.ts';
import type { CallInput, Hers } from './own-account-requests.ts';
import { GUEST, invitationKey, joinedBy, sessionOf } from './people-rig.ts';
import type { TestPerson } from './people-rig.ts';
import { ask } from './second-step-rig.ts';
import { folder, LATER, tiff, workOf, written } from './sender-rig.ts';
import type { SignedIn } from './start-app.ts';

/** An address of a contact, to which faxes can be forwarded. */
const KNOWN = 'mia@people.test';
const DRAFT = 'd'.repeat(22);
const PLACE = { device: 'e'.repeat(22), page: 'p'.repeat(22) };

/** A colleague, and their data on the account. */
interface Colleague extends TestPerson {
  received: { id: number; pathKey: string };
  sent: { id: number; pathKey: string };
  job: { jobid: string; fid: string };
  file: string;
}

let rig: ComposeRig;
let owner: SignedIn;
let max: Colleague;
let ana: TestPerson;

const { make, send, sendLater, attach, sentBy } = workOf(() => rig);

beforeAll(async () => {
  rig = await startRealCompose();
  owner = await rig.signIn(rig.account.number);
  const person = await joinedBy(rig, owner, { role: 'member', name: MARK });
  const file = await attach(person, `${MARK}.txt`);
  max = {
    ...person,
    received: await storeFax(rig, rig.account.id, {
      company: `${MARK} Ltd`,
      sender: MARK,
      isNew: true,
      tiff,
    }),
    sent: await sentBy(person, `${MARK} Ltd`),
    job: await sendLater(person, `${MARK} Ltd`),
    file,
  };
  const content = written(MARK, file);
  const contact = { to_person: 'Mia', company: 'Mia Ltd', faxnum: '2125550198', email: KNOWN };
  const added = await make(allCalls.createContact, person, { body: contact });
  if (!added.body.includes('"success":true')) throw new Error(added.body);
  await make(allCalls.saveFaxDraft, person, { body: { id: DRAFT, version: 0, ...PLACE, content } });
  ana = await joinedBy(rig, owner, { role: 'sender' });
});
afterAll(async () => await rig.stop());

/** Returns everything of the colleague that a call could change. */
const stateOfColleague = async () =>
  JSON.stringify([
    (
      await rig.database.pool.query(
        'select f.*, j.* from fax f left join send_job j on j.fax_id = f.id where f.id = any($1) order by f.id',
        [[max.received.id, max.sent.id, max.job.fid]],
      )
    ).rows,
    (await rig.database.pool.query('select * from draft where key = $1', [max.file])).rows,
    (await rig.database.pool.query('select * from fax_draft where key = $1', [DRAFT])).rows,
    (await rig.database.pool.query('select count(*) from fax_access')).rows,
  ]);

/** Returns a sender's requests for somebody else's data: with every existing id. */
function requestsOf(name: string): CallInput[] {
  const byId: Record<string, () => CallInput> = {
    copyDraft: () => ({ body: { id: max.file, photos: 'fine' } }),
    removeDraft: () => ({ body: { id: max.file } }),
    getDraftFile: () => ({ query: { file: `${max.file}/prev1.gif` } }),
    listFaxDrafts: () => ({ query: { device: PLACE.device } }),
    saveFaxDraft: () => ({ body: { id: DRAFT, version: 1, ...PLACE, content: written('Taken', max.file) } }),
    openFaxDraft: () => ({ body: { id: DRAFT, ...PLACE } }),
    holdFaxDraft: () => ({ body: { id: DRAFT, version: 1, open: true, page: PLACE.page } }),
    discardFaxDraft: () => ({ body: { id: DRAFT } }),
    restoreFaxDraft: () => ({ body: { id: DRAFT } }),
    duplicateFaxDraft: () => ({ body: { id: DRAFT, copy: 'c'.repeat(22) } }),
    cancelJob: () => ({ body: { jobid: max.job.jobid } }),
    scheduleJob: () => ({ body: { jobid: max.job.jobid, ...LATER } }),
    sendNow: () => ({ body: { jobid: max.job.jobid } }),
    editNumber: () => ({ body: { jobid: max.job.jobid, destination: rig.account.number } }),
    resendFax: () => ({ body: { resend_faxpath: max.sent.pathKey, destinations: rig.other.number } }),
  };
  const own = byId[name];
  if (own) return [own()];
  if (name === 'searchFaxes')
    return ['', MARK, 'is:sent in:archive', 'is:open', 'assigned:me'].map((q) => ({ query: { q } }));
  if (name === 'faxArchiveList')
    return [
      folder('action', 'R'),
      folder('action', 'S'),
      folder('archive'),
      folder('outbox'),
      folder('deleted'),
    ].map((query) => ({ query }));
  return [max.received, max.sent, { id: Number(max.job.fid), pathKey: 'k'.repeat(22) }].map(
    ({ id, pathKey }) => FOREIGN[name]?.({ fid: String(id), path: pathKey, email: KNOWN } as Hers) ?? {},
  );
}

/** Calls that return only the caller's own data, and calls that may find nothing to do. */
const LISTS = new Set(
  'faxArchiveList searchFaxes listFaxDrafts sendProgress recipients contactsList removeDraft discardFaxDraft'.split(
    ' ',
  ),
);

const calls = Object.entries<Call>(allCalls).filter(
  ([name, { access, right, replyKind }]) =>
    access === 'user' &&
    replyKind !== 'events' &&
    roleAllows('sender', right) &&
    !['leaveAccount', 'switchAccount', 'sendFax', 'addDraft'].includes(name),
);

describe('somebody who sends faxes and does no more', () => {
  it.each(calls)(
    '[A-PEOPLE-12] %s reads and changes nothing that others received, sent or wrote',
    async (name, call) => {
      const before = await stateOfColleague();
      expect(before).toContain(MARK);
      for (const input of requestsOf(name)) {
        const answer = await make(call, ana, input);
        expect(answer.body).not.toMatch(new RegExp(MARK, 'iu'));
        expect(answer.statusCode).toBeLessThan(500);
        const names = !LISTS.has(name) && Object.keys(input).length > 0;
        expect([name, names && answer.statusCode < 400]).toEqual([name, false]);
      }
      expect(await stateOfColleague()).toBe(before);
    },
  );

  it('[A-PEOPLE-12] the same requests find it for the colleague', async () => {
    for (const [name, at] of [
      ['faxArchiveList', 1],
      ['searchFaxes', 0],
      ['getFaxFile', 1],
      ['sendProgress', 2],
      ['getOutbox', 0],
      ['dashboard', 0],
      ['listDrafts', 0],
      ['listFaxDrafts', 0],
      ['recipients', 0],
      ['openFaxDraft', 0],
    ] as const) {
      const answer = await make(allCalls[name], max, requestsOf(name)[at]);
      expect([name, answer.statusCode, answer.body.length > 60]).toEqual([name, 200, true]);
    }
  });

  it('[A-PEOPLE-12] attaches no file of others: sending with it is refused', async () => {
    const answer = await send(ana, { 'drafts[0]': max.file }, []);
    expect(answer).toMatchObject({ status: 400, error: 'DRAFT_UNKNOWN' });
  });

  it('sends, follows and cancels their own faxes, which count for them alone', async () => {
    const job = await sendLater(ana, 'Own Ltd');
    const sent = await sentBy(ana, 'Own Ltd');
    const main = (await make(allCalls.mainInterface, ana)).json<Record<string, unknown>>();
    expect(main).toMatchObject({
      person: { role: 'sender' },
      team: false,
      drafts: 0,
      folders: {
        Inbox: { total: 0, unread: 0 },
        Outbox: { total: 1 },
        Sent: { total: 1 },
        Archive: { total: 0 },
      },
    });
    const outbox = (await make(allCalls.getOutbox, ana)).json<{ data: object[]; total: number }>();
    expect(outbox).toMatchObject({ total: 1, data: [{ jobid: job.jobid }] });
    const list = (await make(allCalls.faxArchiveList, ana, { query: folder('action', 'S') })).json<object>();
    expect(list).toMatchObject({ recordsTotal: 1, recordsFiltered: 1, data: [{ fax_id: String(sent.id) }] });
    for (const q of ['', 'own', 'in:sent pages:>0']) {
      const found = (await make(allCalls.searchFaxes, ana, { query: { q } })).json<object>();
      expect([q, found]).toMatchObject([q, { total: 1, more: false, data: [{ fax_id: String(sent.id) }] }]);
    }
    const file = await make(allCalls.getFaxFile, ana, { query: { file: `${sent.pathKey}/prev1.gif` } });
    expect(file.statusCode).toBe(200);
    const cancelled = await make(allCalls.cancelJob, ana, { body: { jobid: job.jobid } });
    expect(cancelled.json()).toMatchObject({ success: true });
    const everybodys = (await make(allCalls.getOutbox, max)).json<{ data: object[] }>();
    expect(everybodys.data).toMatchObject([{ jobid: max.job.jobid }]);
  });

  it('takes no part in received faxes: no work, no mention, no unread count, no place in All inboxes', async () => {
    const { session, email } = await joinedBy(rig, owner, { role: 'sender' });
    const assign = { faxes: [{ id: max.received.id, version: 0 }], assignee: ana.id };
    expect((await make(allCalls.putWork, max, { body: assign })).statusCode).toBe(400);
    const note = { fid: max.received.id, text: 'Look', mentions: [ana.id] };
    await make(allCalls.addNote, max, { body: note });
    const mentioned = await rig.database.pool.query('select from fax_mention where person_id = $1', [ana.id]);
    expect(mentioned.rowCount).toBe(0);
    const team = (await make(allCalls.team, max)).json<{ people: { id: string }[] }>();
    expect(team.people.map(({ id }) => id)).toEqual([String(max.id)]);
    const other = await makeAccount(rig.database.db);
    const elsewhere = await storeFax(rig, other.id, { isNew: true });
    await ask(rig, ['POST', 'people'], await rig.signIn(other.number), { emails: [email], role: 'reader' });
    await ask(rig, ['POST', 'acceptInvitation'], GUEST, { token: await invitationKey(rig, email) });
    const places = (await make(allCalls.ownAccounts, { session })).json<{
      accounts: { id: string; role: string; unread: number }[];
    }>();
    const unreadOf = Object.fromEntries(places.accounts.map(({ id, unread }) => [id, unread]));
    expect(unreadOf).toEqual({ [rig.account.id]: 0, [other.id]: 1 });
    const there = sessionOf(await make(allCalls.switchAccount, { session }, { body: { account: other.id } }));
    const inboxes = (await make(allCalls.allInboxes, { session: there })).json<{
      faxes: { fax: { fax_id: string } }[];
    }>();
    expect(inboxes.faxes.map(({ fax }) => fax.fax_id)).toEqual([String(elsewhere.id)]);
  });

  it('a member who becomes a sender gives back what was assigned to them', async () => {
    const { id, session } = await joinedBy(rig, owner, { role: 'member' });
    const fax = await storeFax(rig, rig.account.id, {});
    const work = { faxes: [{ id: fax.id, version: 0 }], assignee: id };
    expect((await make(allCalls.putWork, { session }, { body: work })).statusCode).toBe(200);
    await ask(rig, ['PUT', 'people'], owner, { id, role: 'sender' });
    const { rows } = await rig.database.pool.query(
      'select assignee_id as who from fax_work where fax_id = $1',
      [fax.id],
    );
    expect(rows).toEqual([{ who: null }]);
    expect((await make(allCalls.readWork, { session }, { query: { fid: String(fax.id) } })).statusCode).toBe(
      403,
    );
  });
});
