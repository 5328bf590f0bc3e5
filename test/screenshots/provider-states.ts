import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';

type Role = AdministrationSignOn['roles'][number];

/** The values that the guide of one provider shows on the page “Single sign-on”. */
interface Example {
  name: string;
  issuer: string;
  clientId: string;
  groupsClaim?: string;
  scopes?: string[];
  /** Eight hours if the provider does not report logouts. */
  sessionMinutes?: number;
  /** Groups as the provider sends them, with the role of each on the first account; empty if it sends no groups. */
  groups: Record<string, Role['role']>;
}

const ACCOUNT = { id: '1', faxNumber: '2125550100' };

/** The providers of docs/single-sign-on, by the name of their page. */
export const PROVIDER_EXAMPLES: Record<string, Example> = {
  entra: {
    name: 'Microsoft',
    issuer: 'https://login.microsoftonline.com/0f6c2a4e-51d7-4b83-9a1e-7c3d5e8f9012/v2.0',
    clientId: '7b1d94c3-2e60-4f5a-8c7d-91a3b5c7d9e1',
    sessionMinutes: 480,
    groups: {
      '3b2b0c93-acd8-4208-8eba-7a48db1cd4c0': 'member',
      '91c7f0d2-6a45-4e1b-b3f8-0d2e4c6a8b90': 'reader',
    },
  },
  okta: {
    name: 'Okta',
    issuer: 'https://clinic.okta.com',
    clientId: '0oa1b2c3d4E5f6G7h8i9',
    scopes: ['groups'],
    sessionMinutes: 480,
    groups: { 'fax-frontdesk': 'member', 'fax-records': 'reader' },
  },
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    clientId: '123456789012-a1b2c3d4e5f6g7h8.apps.googleusercontent.com',
    sessionMinutes: 480,
    groups: {},
  },
  keycloak: {
    name: 'Keycloak',
    issuer: 'https://login.clinic.example/realms/clinic',
    clientId: 'fax',
    groups: { 'fax-frontdesk': 'member', 'fax-records': 'reader' },
  },
};

/** Returns the page's data for an example: set up, domain verified, just tested. */
export function signOnState(example: Example): AdministrationSignOn {
  const {
    name,
    issuer,
    clientId,
    groupsClaim = 'groups',
    scopes = [],
    sessionMinutes = null,
    groups,
  } = example;
  const roles = Object.entries(groups).map(([group, role], at) => ({
    id: String(at + 1),
    group,
    role,
    account: ACCOUNT.id,
    faxNumber: ACCOUNT.faxNumber,
  }));
  const sent = Object.keys(groups).slice(0, 1);
  return {
    provider: {
      id: '1',
      name,
      issuer,
      clientId,
      groupsClaim,
      scopes,
      sessionMinutes,
      required: false,
      lastLoginAt: null,
      redirectUri: 'https://fax.example.com/sso/1/callback',
      logoutUri: 'https://fax.example.com/sso/1/logout',
      proved: true,
    },
    test: {
      at: '2026-11-18T14:30:00.000Z',
      fault: null,
      email: 'ana.duarte@clinic.example',
      groups: sent.length === 0 ? null : sent,
      roles: roles.slice(0, 1).map(({ role, account, faxNumber }) => ({ role, account, faxNumber })),
      known: sent.length === 0,
    },
    domains: [
      {
        id: '1',
        domain: 'clinic.example',
        verified: true,
        record: { name: '_fax-sign-on.clinic.example', value: 'f2e-sign-on=example' },
      },
    ],
    roles,
    accounts: [ACCOUNT],
    people: { total: 0, outside: 0, outsiders: [] },
  };
}
