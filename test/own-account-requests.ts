/** The mark in all of Alice's data: no response to anybody else may contain it. */
export const MARK = 'ALICE';

/** Ids and values of Alice's data that a call could name. */
export interface Hers {
  fid: string;
  path: string;
  contact: string;
  group: string;
  password: string;
  session: string;
  email: string;
  account: string;
  person: string;
  invitation: string;
  note: string;
  tag: string;
  rule: string;
}

export interface CallInput {
  query?: Record<string, string>;
  body?: object;
}

/** A request by somebody else for Alice's data; null if the call names no owner. */
type Foreign = ((hers: Hers) => CallInput) | null;

const ruleWith = (actions: object[]) => ({
  name: 'Taken',
  active: true,
  match: 'all',
  conditions: [],
  actions,
  stop: false,
});

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

/**
 * One line for every call of a mailbox; a new call without a line fails here. Calls for all kinds of session are in
 * access-matrix.
 */
export const FOREIGN: Record<string, Foreign> = {
  changePassword: () => ({ body: { current: 'x', new: 'Harbor7light!', confirm: 'Harbor7light!' } }),
  ownSessions: null,
  otherLogins: null,
  endSession: ({ session }) => ({ body: { id: session } }),
  loginNotices: null,
  changeLoginNotices: () => ({ body: { on: true } }),
  getAutomaticLogout: null,
  putAutomaticLogout: () => ({ body: { minutes: 5 } }),
  getRetention: null,
  putRetention: () => ({ body: { folder: 'inbox', days: 30 } }),
  people: null,
  invitePeople: () => ({ body: { emails: ['mallory@people.test'], role: 'owner' } }),
  changeRole: ({ person }) => ({ body: { id: person, role: 'reader' } }),
  removePerson: ({ person }) => ({ body: { id: person } }),
  resendInvitation: ({ invitation }) => ({ body: { id: invitation } }),
  withdrawInvitation: ({ invitation }) => ({ body: { id: invitation } }),
  ownAccounts: null,
  allInboxes: null,
  switchAccount: ({ account }) => ({ body: { account } }),
  leaveAccount: null,
  putProfile: () => ({ body: { name: 'Mallory' } }),
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
  // Selects among the caller's own faxes; the test of bulk actions tries selections of others.
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
  separatorPage: null,
  faxSplit: ({ fid }) => ({ query: { fid } }),
  undoSplit: ({ fid }) => ({ body: { fid } }),
  splitAgain: ({ fid }) => ({ body: { fid, changed: [fid] } }),
  // A send names files in the request or the caller's own drafts; its tests try drafts of others.
  sendFax: null,
  addDraft: null,
  listDrafts: null,
  copyDraft: () => ({ body: { id: 'k'.repeat(22), photos: 'fine' } }),
  draftFromFax: ({ fid }) => ({ body: { fid } }),
  forwardFax: ({ fid, email }) => ({ body: { fid, emails: [email] } }),
  removeDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  getDraftFile: ({ path }) => ({ query: { file: `${path}/prev1.gif` } }),
  listFaxDrafts: () => ({ query: { device: 'd'.repeat(22) } }),
  // The id alone finds no other account's draft; the tests of drafts try it with a real one.
  saveFaxDraft: () => ({ body: { id: 'k'.repeat(22), version: 1 } }),
  openFaxDraft: () => ({ body: { id: 'k'.repeat(22), device: 'd'.repeat(22), page: 'p'.repeat(22) } }),
  holdFaxDraft: () => ({ body: { id: 'k'.repeat(22), version: 1, open: false } }),
  discardFaxDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  restoreFaxDraft: () => ({ body: { id: 'k'.repeat(22) } }),
  duplicateFaxDraft: () => ({ body: { id: 'k'.repeat(22), copy: 'c'.repeat(22) } }),
  coverPages: null,
  coverImage: null,
  // Draws the caller's own texts; the template does not exist, because nothing here draws.
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
  rules: null,
  addRule: ({ tag }) => ({ body: ruleWith([{ kind: 'tag', tags: [tag] }]) }),
  editRule: ({ rule }) => ({ body: { id: rule, ...ruleWith([{ kind: 'archive' }]) } }),
  deleteRule: ({ rule }) => ({ body: { id: rule } }),
  orderRules: ({ rule }) => ({ body: { ids: [rule] } }),
  tryRule: ({ group }) => ({ body: { match: 'all', conditions: [{ kind: 'group', groups: [group] }] } }),
  faxRules: ({ fid }) => ({ query: { fid } }),
  faxText: ({ fid }) => ({ query: { fid } }),
  team: null,
  readWork: ({ fid }) => ({ query: { fid } }),
  faxReaders: ({ fid }) => ({ query: { fid } }),
  putWork: ({ fid, person }) => ({ body: { faxes: [{ id: fid, version: 1 }], assignee: person } }),
  addNote: ({ fid }) => ({ body: { fid, text: 'Mine' } }),
  editNote: ({ note }) => ({ body: { id: note, text: 'Taken' } }),
  deleteNote: ({ note }) => ({ body: { id: note } }),
  addTag: () => ({ body: { name: 'Mine', color: 'red' } }),
  editTag: ({ tag }) => ({ body: { id: tag, name: 'Taken', color: 'red' } }),
  deleteTag: ({ tag }) => ({ body: { id: tag } }),
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
