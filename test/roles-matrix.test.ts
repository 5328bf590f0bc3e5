import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { ADMINISTRATION_ROLES, OPERATOR_ROLES, ROLES } from '#contract/kit/roles.ts';
import type { AnyRole, OperatorRole } from '#contract/kit/roles.ts';

import { makeAccount } from './factories.ts';
import { signInAdministrator } from './multifax-rig.ts';
import { makeCall } from './make-call.ts';
import { inBothCookies, signInOperator } from './operator-console-rig.ts';
import { joinedBy } from './people-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

const words = (text: string) => text.trim().split(/\s+/u);

/** Calls for everybody who is signed in: their own login, and what every page needs. */
const SELF = words(`
  checkAuthToken changePassword otherLogins ownSessions endSession loginNotices changeLoginNotices secondStep beginSecondStep confirmSecondStep
  endSecondStep renewRecoveryCodes passkeys beginPasskey addPasskey renamePasskey removePasskey mainInterface
  getGlobalSettings separatorPage timeZoneList tourViewed ownAccounts switchAccount leaveAccount putProfile`);
/** Calls for everybody who may view sent faxes, if only their own, and contacts. */
const SENT = words(`
  clientServiceInfo dashboard faxArchiveList getFaxFile getFaxesArchive getOutbox sendProgress transmissionReport faxPrinted
  contactsList contactGroups contactGroupRecipients recipients getDeliveryWindow coverPages coverImage faxText searchFaxes`);
/** Calls for everybody who may view all faxes. */
const READ = words(`
  allInboxes selectFaxes faxActivity blockedNumbers sendByEmail team readWork faxReaders
  faxRules faxSplit`);
/** Calls for everybody who may write and send faxes. */
const SEND = words(`
  markSent resendFax cancelJob scheduleJob sendNow editNumber sendFax addDraft listDrafts copyDraft draftFromFax
  forwardFax removeDraft getDraftFile listFaxDrafts saveFaxDraft openFaxDraft holdFaxDraft discardFaxDraft
  restoreFaxDraft duplicateFaxDraft coverPreview getCoverPageSettings`);
/** Calls for everybody who may file and delete faxes, and change contacts. */
const WORK = words(`
  faxArchiveAction eraseFaxes faxRotate getTruePageCount bulkAction cancelBulkAction undoBulkAction undoSplit splitAgain createContact updateContact deleteContact restoreContacts addContactGroup
  renameContactGroup deleteContactGroup restoreContactGroup changeGroupMembers importContacts exportContacts blockNumber
  unblockNumber putWork addNote editNote deleteNote addTag editTag deleteTag`);

/**
 * Calls for people who work for an administrator: what every page of theirs needs, pages and costs, and who did what.
 */
const ADMINISTRATION = words('multifaxInterface');
const USAGE = words('faxUsage usageExport usageDays');
const AUDIT = words('ownActions childAccounts faxActivity activityExport');

/** Calls for an operator's own login, and for each of the operators' roles. */
const OPERATOR_SELF = words(`
  operatorSession operatorLogout operatorChangePassword operatorBeginStep operatorConfirmStep operatorEndStep`);
const WATCH = words(`
  operatorOverview operatorFigures operatorAccounts operatorAccount operatorNumbers operatorPorts
  operatorParents operatorCancellations`);
const SUPPORT = words(`
  operatorJobs operatorJob operatorJobAct operatorLines operatorLineTest operatorLineSettings operatorLineCalls
  operatorLineCall operatorLineCallExport operatorTestCall operatorTestCallStop operatorAccountAct operatorStorages
  operatorStorageRetry operatorUnrouted operatorMailDns operatorBans operatorBanClear operatorBlockedDomains
  operatorSenderDomains operatorAudit operatorSearch`);
const FINANCE = words('operatorParentSet operatorCancellationAct');

const MAY: Record<AnyRole | OperatorRole, ReadonlySet<string> | 'all'> = {
  owner: 'all',
  member: new Set([...SELF, ...SENT, ...READ, ...SEND, ...WORK]),
  reader: new Set([...SELF, ...SENT, ...READ]),
  sender: new Set([...SELF, ...SENT, ...SEND]),
  administrator: 'all',
  billing: new Set([...SELF, ...ADMINISTRATION, ...USAGE]),
  auditor: new Set([...SELF, ...ADMINISTRATION, ...AUDIT]),
  full: 'all',
  support: new Set([...OPERATOR_SELF, ...WATCH, ...SUPPORT]),
  finance: new Set([...OPERATOR_SELF, ...WATCH, ...FINANCE]),
};
/** The kinds of access that each kind of place has. */
const KINDS = {
  account: ['user', 'any'],
  administrator: ['multifax', 'any'],
  console: ['operator'],
} as const;
type Place = keyof typeof KINDS;

/** Calls of fax accounts and administrators; the event stream stays open, so its right is taken from the contract. */
const calls = Object.entries<Call>(allCalls).filter(
  ([name, { access }]) =>
    Object.values(KINDS)
      .flat()
      .some((kind) => kind === access) && name !== 'events',
);

describe('what the role of somebody on an account, or for an administrator, allows', () => {
  let test: TestApp;
  const sessions: { place: Place; role: AnyRole | OperatorRole; session: SignedIn }[] = [];

  beforeAll(async () => {
    test = await startApp();
    const { number } = await makeAccount(test.database.db);
    const owner = await test.signIn(number);
    for (const role of ROLES)
      sessions.push({ place: 'account', role, session: (await joinedBy(test, owner, { role })).session });
    const { session: administrator } = await signInAdministrator(test);
    for (const role of ADMINISTRATION_ROLES) {
      const { session } = await joinedBy(test, administrator, { role });
      sessions.push({ place: 'administrator', role, session });
    }
    for (const role of OPERATOR_ROLES) {
      const session = await signInOperator(test, role);
      await test.database.db.updateTable('operator').set({ role }).where('name', '=', role).execute();
      sessions.push({ place: 'console', role, session });
    }
  });
  afterAll(async () => await test.stop());

  it('the lists name calls that there are', () => {
    const names = calls.map(([name]) => name);
    expect(
      [
        ...SELF,
        ...SENT,
        ...READ,
        ...SEND,
        ...WORK,
        ...ADMINISTRATION,
        ...USAGE,
        ...AUDIT,
        ...OPERATOR_SELF,
        ...WATCH,
        ...SUPPORT,
        ...FINANCE,
      ].filter((name) => !names.includes(name)),
    ).toEqual([]);
    expect(allCalls.events).toMatchObject({ right: 'self' });
  });

  it.each(calls.filter(([name]) => !['leaveAccount', 'switchAccount', 'operatorLogout'].includes(name)))(
    '[A-PEOPLE-04] %s is open to the roles that may make it, and to no other',
    async (name, call) => {
      for (const { role, session } of sessions.filter(({ place }) =>
        KINDS[place].some((kind) => kind === call.access),
      )) {
        const cookies = { ...session.cookies, ...inBothCookies(session) };
        // No call accepts this body: the test only shows who gets as far as its validation.
        const answer = await makeCall(test, call, { ...session, cookies }, { body: { nothing: true } });
        const may = MAY[role] === 'all' || MAY[role].has(name);
        const refused = /"ROLE_NOT_ALLOWED"/u.test(answer.body);
        const turnedAway = [401, 403].includes(answer.statusCode);
        expect([role, refused, turnedAway, answer.statusCode === 401]).toEqual([role, !may, !may, false]);
      }
    },
  );
});
