import { lakeview, maple, northgate } from './samples.ts';
import type { SampleAccount, SampleDocument, SampleFax } from './samples.ts';

/** A fax account of the administrator, with its secondary emails and the domains that may send from it. */
export interface SampleManagedAccount extends SampleAccount {
  secondaryEmails: readonly string[];
  domains: readonly string[];
}

/** How many weeks the accounts have been in use: usage, its chart and its file have months to show. */
const WEEKS = 12;

/** Days ago at which the hand-written faxes of the last days end and the regular ones begin. */
const REGULAR_FROM_DAY = 8;

const fairmont = {
  number: '8605550151',
  company: 'Fairmont Mutual Assurance',
  person: 'Claims desk',
  stationId: 'FAIRMONT MUTUAL',
};
const bright = {
  number: '2035550141',
  company: 'Bright Lane Printing',
  person: 'Irene Kowalski',
  stationId: 'BRIGHT LANE',
};

const frontOffice: SampleManagedAccount = {
  number: '2125550160',
  email: 'front.office@example.com',
  stationId: 'BROOKSIDE OFFICE',
  secondaryEmails: ['reception@example.com'],
  domains: ['brookside.example'],
  contacts: { northgate, lakeview, bright },
  faxes: [
    { action: 'R', document: 'delivery', with: 'northgate', at: { minutes: 50 }, unread: true },
    { action: 'R', document: 'letter', with: 'lakeview', at: { days: 1, time: '14:11' }, unread: true },
    { action: 'S', document: 'purchase-order', with: 'northgate', at: { days: 2, time: '09:25' } },
    { action: 'S', document: 'notice', with: 'lakeview', at: { days: 4, time: '11:02' }, failed: true },
    ...regular(2, ['R', 'S', 'R'], ['delivery', 'purchase-order', 'letter', 'notice', 'inspection'], {
      R: 'northgate',
      S: 'bright',
    }),
  ],
};

const billing: SampleManagedAccount = {
  number: '2125550161',
  email: 'billing@example.com',
  stationId: 'BROOKSIDE BILLING',
  secondaryEmails: ['accounts.payable@example.com', 'audit@example.com'],
  domains: [],
  contacts: { bright, fairmont },
  faxes: [
    { action: 'R', document: 'invoice', with: 'bright', at: { days: 1, time: '10:37' }, unread: true },
    { action: 'R', document: 'certificate', with: 'fairmont', at: { days: 3, time: '15:20' } },
    ...regular(3, ['R', 'R', 'S', 'R'], ['invoice', 'certificate', 'notice'], { R: 'bright', S: 'fairmont' }),
  ],
};

const records: SampleManagedAccount = {
  number: '2125550162',
  email: 'records@example.com',
  stationId: 'BROOKSIDE RECORDS',
  secondaryEmails: [],
  domains: ['records.brookside.example'],
  contacts: { maple, fairmont },
  faxes: [
    { action: 'S', document: 'referral', with: 'maple', at: { days: 1, time: '16:05' } },
    { action: 'R', document: 'referral', with: 'maple', at: { days: 5, time: '09:48' }, unread: true },
    ...regular(4, ['S', 'R'], ['referral', 'lease', 'certificate'], { R: 'maple', S: 'fairmont' }),
  ],
};

/** The multifax administrator; one more account waits for a number that is being ported here. */
export const SAMPLE_ADMINISTRATOR = {
  username: 'admin',
  email: 'admin@example.com',
  services: 6,
  pages: 3_000,
  children: [frontOffice, billing, records],
  accountInProcess: { pendingNumber: '2125550163', email: 'warehouse@example.com' },
  /** The product of the accounts: the administrator may look into their mailboxes. */
  product: { code: 'MF-LOCAL-VIEW', name: 'Local fax number, open to the administrator' },
} as const;

/** Returns a fax every few days over the past weeks: directions and documents alternate, older ones are archived. */
function regular(
  everyDays: number,
  directions: readonly ('R' | 'S')[],
  documents: readonly SampleDocument[],
  partners: Readonly<Record<'R' | 'S', string>>,
): SampleFax[] {
  const faxes: SampleFax[] = [];
  for (let days = REGULAR_FROM_DAY; days <= WEEKS * 7; days += everyDays) {
    const action = directions[faxes.length % directions.length] ?? 'R';
    faxes.push({
      action,
      document: documents[faxes.length % documents.length] ?? 'letter',
      with: partners[action],
      at: { days, time: `${10 + (days % 7)}:${10 + ((days * 7) % 50)}` },
      ...(days > 30 && { archived: true }),
    });
  }
  return faxes;
}
