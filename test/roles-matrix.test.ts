import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';
import type { Role } from '#contract/kit/roles.ts';

import { makeAccount } from './factories.ts';
import { joinedBy } from './people-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const words = (text: string) => text.trim().split(/\s+/u);

/** Everybody who is signed in: one's own login, and what every page needs. */
const SELF = words(`
  checkAuthToken changePassword otherLogins ownSessions endSession secondStep beginSecondStep confirmSecondStep
  endSecondStep renewRecoveryCodes passkeys beginPasskey addPasskey renamePasskey removePasskey mainInterface
  getGlobalSettings timeZoneList tourViewed ownAccounts switchAccount leaveAccount putProfile`);
/** Whoever may look at faxes. */
const READ = words(`
  clientServiceInfo dashboard faxArchiveList getFaxFile getFaxesArchive searchFaxes selectFaxes getOutbox sendProgress
  transmissionReport faxPrinted faxActivity contactsList contactGroups contactGroupRecipients recipients blockedNumbers
  sendByEmail getDeliveryWindow coverPages coverImage team readWork
  faxReaders faxRules faxText`);
/** Whoever may send, file and delete faxes, and change contacts. */
const WORK = words(`
  faxArchiveAction eraseFaxes faxRotate getTruePageCount markSent bulkAction cancelBulkAction undoBulkAction resendFax
  cancelJob scheduleJob sendNow editNumber sendFax addDraft listDrafts copyDraft draftFromFax forwardFax removeDraft
  getDraftFile listFaxDrafts saveFaxDraft openFaxDraft holdFaxDraft discardFaxDraft restoreFaxDraft duplicateFaxDraft
  coverPreview getCoverPageSettings createContact updateContact deleteContact restoreContacts addContactGroup
  renameContactGroup deleteContactGroup restoreContactGroup changeGroupMembers importContacts exportContacts blockNumber
  unblockNumber putWork addNote editNote deleteNote addTag editTag deleteTag`);

const MAY: Record<Role, ReadonlySet<string> | 'all'> = {
  owner: 'all',
  member: new Set([...SELF, ...READ, ...WORK]),
  reader: new Set([...SELF, ...READ]),
};

/** Calls of a fax account; the stream stays open, so its right is read from the contract. */
const calls = Object.entries<Call>(allCalls).filter(
  ([name, { access }]) => (access === 'user' || access === 'any') && name !== 'events',
);

describe('what the role of somebody on an account allows', () => {
  let test: TestApp;
  const sessions = new Map<Role, SignedIn>();

  beforeAll(async () => {
    test = await startApp();
    const { number } = await makeAccount(test.database.db);
    const owner = await test.signIn(number);
    for (const role of ['owner', 'member', 'reader'] as const)
      sessions.set(role, (await joinedBy(test, owner, { role })).session);
  });
  afterAll(async () => await test.stop());

  it('the lists name calls that there are', () => {
    const names = calls.map(([name]) => name);
    expect([...SELF, ...READ, ...WORK].filter((name) => !names.includes(name))).toEqual([]);
    expect(allCalls.events).toMatchObject({ right: 'self' });
  });

  it.each(calls.filter(([name]) => name !== 'leaveAccount' && name !== 'switchAccount'))(
    '[A-PEOPLE-04] %s is open to the roles that may make it, and to no other',
    async (name, call) => {
      for (const [role, session] of sessions) {
        const answer = await test.app.inject({
          method: call.method,
          url: pathFor(call),
          cookies: session.cookies,
          headers: { ...session.headers, 'content-type': 'application/json' },
          // Nothing that any call takes: what is proved is who gets as far as its fields.
          ...(call.method === 'GET' ? {} : { payload: { nothing: true } }),
        });
        const may = MAY[role] === 'all' || MAY[role].has(name);
        const refused = /"ROLE_NOT_ALLOWED"/u.test(answer.body);
        const turnedAway = [401, 403].includes(answer.statusCode);
        expect([role, refused, turnedAway, answer.statusCode === 401]).toEqual([role, !may, !may, false]);
      }
    },
  );
});
