/** The content of the demonstration (spec operation 8). All names and numbers are made up. */

/** A sample document in the folder `documents`, without its extension. */
export type SampleDocument =
  | 'certificate'
  | 'delivery'
  | 'inspection'
  | 'invoice'
  | 'lease'
  | 'letter'
  | 'notice'
  | 'purchase-order'
  | 'referral';

/** When something happened: minutes ago, or at a time of day some days ago, moved from a weekend to Friday. */
export type SampleTime = { minutes: number } | { days: number; time: `${number}:${number}` };

/** The other side of faxes, as the account describes it; `stationId` is the name that its machine sends. */
export interface SampleContact {
  number: string;
  company: string;
  person: string;
  stationId: string;
  email?: string;
}

/**
 * A fax of an account. `with` is a key of its contacts, the number of a stranger, or empty if the number is unknown.
 */
export interface SampleFax {
  action: 'R' | 'S';
  document: SampleDocument;
  with: string;
  at: SampleTime;
  unread?: true;
  archived?: true;
  /** Nobody answered any call: the fax appears in Sent as failed. */
  failed?: true;
}

/** An account with its contacts and faxes. */
export interface SampleAccount {
  number: string;
  email: string;
  stationId: string;
  options?: string;
  contacts: Readonly<Record<string, SampleContact>>;
  faxes: readonly SampleFax[];
}

/** A supplier of several of the accounts. */
export const northgate = {
  number: '7325550119',
  company: 'Northgate Hardware Supply',
  person: 'Dana Whitfield',
  stationId: 'NORTHGATE HDWE',
  email: 'orders@northgate.example',
};
/** The first account, as a contact of others. */
export const lakeview = {
  number: '2125550100',
  company: 'Lakeview Property Management',
  person: 'Elaine Porter',
  stationId: 'LAKEVIEW PROPERTY',
};
/** A practice that refers patients. */
export const maple = {
  number: '8605550115',
  company: 'Maple Street Family Practice',
  person: 'Dr. Priya Raman',
  stationId: 'MAPLE ST FAMILY',
};

const owner: SampleAccount = {
  number: '2125550100',
  email: 'owner@example.com',
  stationId: 'LAKEVIEW PROPERTY',
  contacts: {
    northgate,
    harbor: {
      number: '2125550132',
      company: 'Harbor & Pine LLP',
      person: 'Thomas Renner',
      stationId: 'HARBOR & PINE',
    },
    bright: {
      number: '2035550141',
      company: 'Bright Lane Printing',
      person: 'Irene Kowalski',
      stationId: 'BRIGHT LANE',
      email: 'irene@brightlane.example',
    },
    summit: {
      number: '9145550127',
      company: 'Summit Elevator Service',
      person: 'Leo Marchetti',
      stationId: 'SUMMIT ELEVATOR',
    },
    fairmont: {
      number: '8605550151',
      company: 'Fairmont Mutual Assurance',
      person: 'Certificates desk',
      stationId: 'FAIRMONT MUTUAL',
    },
    castellano: { number: '6465550122', company: 'Apartment 7C', person: 'J. Castellano', stationId: '' },
    terrace: {
      number: '2125550128',
      company: 'Riverside Terrace',
      person: 'Omar Okafor',
      stationId: 'RIVERSIDE T',
    },
    hudson: {
      number: '2125550101',
      company: 'Hudson Heart Clinic',
      person: 'Front desk',
      stationId: 'HUDSON HEART',
    },
  },
  faxes: [
    { action: 'R', document: 'delivery', with: 'northgate', at: { minutes: 25 }, unread: true },
    { action: 'R', document: 'letter', with: 'harbor', at: { days: 1, time: '15:42' }, unread: true },
    { action: 'S', document: 'purchase-order', with: 'northgate', at: { days: 1, time: '11:08' } },
    { action: 'S', document: 'notice', with: 'summit', at: { days: 1, time: '10:26' } },
    { action: 'R', document: 'inspection', with: 'summit', at: { days: 2, time: '16:31' } },
    { action: 'S', document: 'notice', with: 'fairmont', at: { days: 2, time: '13:55' }, failed: true },
    { action: 'R', document: 'invoice', with: 'bright', at: { days: 4, time: '09:17' }, unread: true },
    {
      action: 'R',
      document: 'certificate',
      with: 'fairmont',
      at: { days: 6, time: '14:03' },
      archived: true,
    },
    { action: 'S', document: 'certificate', with: 'hudson', at: { days: 7, time: '10:44' } },
    { action: 'R', document: 'lease', with: 'castellano', at: { days: 9, time: '17:20' } },
    { action: 'S', document: 'lease', with: 'castellano', at: { days: 10, time: '12:12' } },
    { action: 'R', document: 'letter', with: '', at: { days: 13, time: '11:36' } },
    {
      action: 'S',
      document: 'purchase-order',
      with: 'northgate',
      at: { days: 15, time: '09:50' },
      archived: true,
    },
    { action: 'R', document: 'delivery', with: 'northgate', at: { days: 16, time: '08:58' }, archived: true },
    { action: 'R', document: 'invoice', with: '3125550148', at: { days: 21, time: '15:05' } },
    { action: 'S', document: 'notice', with: 'terrace', at: { days: 27, time: '16:40' } },
  ],
};

const second: SampleAccount = {
  number: '2125550101',
  email: 'second@example.com',
  stationId: 'HUDSON HEART',
  contacts: { lakeview, maple },
  faxes: [
    { action: 'R', document: 'referral', with: 'maple', at: { days: 1, time: '09:34' }, unread: true },
    { action: 'S', document: 'referral', with: 'maple', at: { days: 5, time: '14:20' } },
    { action: 'R', document: 'certificate', with: 'lakeview', at: { days: 7, time: '10:45' } },
    { action: 'R', document: 'referral', with: 'maple', at: { days: 12, time: '11:02' }, archived: true },
  ],
};

const enterprise: SampleAccount = {
  number: '2125550150',
  email: 'enterprise@example.com',
  stationId: 'EASTSIDE SUPPLY',
  options: 'enterprisefax=yes',
  contacts: { northgate, lakeview },
  faxes: [
    {
      action: 'R',
      document: 'purchase-order',
      with: 'lakeview',
      at: { days: 3, time: '10:11' },
      unread: true,
    },
    { action: 'R', document: 'delivery', with: 'northgate', at: { days: 8, time: '13:27' } },
  ],
};

/** The three accounts without an administrator. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [owner, second, enterprise];

/** Numbers that can be assigned, by area; the last group is toll free. */
export const SAMPLE_NUMBERS = {
  areas: {
    '212': ['2125550170', '2125550171', '2125550172', '2125550173'],
    '310': ['3105550170', '3105550171', '3105550172'],
    '312': ['3125550170', '3125550171'],
    '415': ['4155550170', '4155550171', '4155550172'],
    '617': ['6175550170', '6175550171'],
  },
  tollfree: ['8005550170', '8885550171'],
} as const;
