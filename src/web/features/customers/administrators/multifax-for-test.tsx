/** Pages of an administrator over a fake server, for their tests. */
import { resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { stubWindow } from '#web/kit/open-page-for-test.tsx';

/** An account as listed. */
export const ACCOUNT = {
  uid: '601',
  faxnumber: '2125550101' as string | null,
  email: 'ops@example.com',
  pass: '',
  type: 'local',
  status: 'OK',
  subAccounts: ['a@example.com', 'b@example.com'],
  whiteDomainsList: [{ id: '5', Domain: 'example.com', active: '1' }],
  isHIPAA: false,
  domain: 'fax.example.com',
  portingNumber: null as string | null,
  mayView: false,
};
/** Returns a response of the list with these accounts. */
export const listOf = (accountList: readonly object[], total = 10, rows = accountList.length) => ({
  accountList,
  totalUsed: rows,
  total,
  freeServiceId: '44',
  rows,
});

startFalseServer({
  'GET checkAuthToken': { valid: true, kind: 'multifax', node: 'n1', expiresIn: 9 },
  'GET MultifaxInterfaceData.json': {
    email: 'admin@example.com',
    username: 'admin1',
    usedPages: 120,
    totalPages: 3000,
    parent: { parentId: '9', Domain: 'fax.example.com' },
    parentId: '9',
    Domain: 'fax.example.com',
  },
  'GET SubAccount.json': [],
  'GET WhiteListedDomains.json': [],
  'GET legalHold': { hold: null },
  'GET passwordRules.json': { PasswordMin: 8, PasswordMax: 32, Features: [] },
});
stubWindow();
await startI18n();

/** Resets the fake server, with an administrator signed in. */
export const reset = (): void => resetServer('multifax');
