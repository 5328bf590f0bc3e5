import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FEATURES = join(import.meta.dirname, '../../src/server/features');

/**
 * The number of names that services still re-export from other files of their folder, and how many of those come from
 * stores. A service defines what others may call, and a store stays in its folder: these numbers only go down, and no
 * service is added.
 */
const PASSED_ON: Readonly<Record<string, readonly [names: number, ofStores: number]>> = {
  'audit/fax-activity/fax-activity.service.ts': [3, 1],
  'audit/log/audit.service.ts': [4, 2],
  'brands/brands/brands.service.ts': [1, 1],
  'customers/accounts/accounts.service.ts': [23, 7],
  'customers/administrators/administrators.service.ts': [2, 2],
  'customers/subscriptions/products.service.ts': [2, 2],
  'customers/usage/billing/billing.service.ts': [3, 3],
  'email/outgoing/bounces/mail-bounces.service.ts': [1, 1],
  'email/outgoing/domains/mail-domains.service.ts': [4, 0],
  'email/outgoing/mail-out.service.ts': [5, 1],
  'faxes/arrivals/arrivals.service.ts': [4, 3],
  'faxes/compose/compose.service.ts': [3, 0],
  'faxes/copies/storage.service.ts': [8, 6],
  'faxes/files/erase.service.ts': [1, 1],
  'faxes/files/removal.service.ts': [3, 3],
  'faxes/files/stored-faxes.service.ts': [22, 8],
  'faxes/lines/lines.service.ts': [9, 8],
  'faxes/queue/outbox.service.ts': [11, 5],
  'identity/operators/operators.service.ts': [1, 1],
  'identity/passwords/password.service.ts': [10, 0],
  'identity/sessions/other-logins/ways-in.service.ts': [2, 2],
  'identity/sessions/session.service.ts': [13, 5],
  'mailbox/inbox/deleted-faxes.service.ts': [2, 2],
  'mailbox/inbox/stored-fax.service.ts': [2, 1],
  'operations/backup/backup.service.ts': [1, 0],
  'operations/health/health.service.ts': [2, 2],
};

const services = globSync('**/*.service.ts', { cwd: FEATURES }).toSorted();

/** Returns the names that a source re-exports from other files, with the file. */
function passedOn(text: string): { name: string; from: string }[] {
  return [...text.matchAll(/^export (?:type )?(\*|\{[^}]*\})(?: as \w+)? from '([^']+)'/gmu)].flatMap(
    ([, names = '', from = '']) =>
      names
        .replaceAll(/[{}]/gu, '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, from })),
  );
}

function countOf(text: string): readonly [number, number] {
  const names = passedOn(text);
  return [names.length, names.filter(({ from }) => from.endsWith('.store.ts')).length];
}

it('services pass on no more than they did, and lower numbers are noted here', () => {
  const found = services.map((name) => [name, countOf(readFileSync(join(FEATURES, name), 'utf8'))] as const);
  expect(Object.fromEntries(found.filter(([, [names]]) => names > 0))).toEqual(PASSED_ON);
  expect(services.length).toBeGreaterThan(60);
});

it('the rule sees every form', () => {
  const source = `export { a, type B } from './x.store.ts';\nexport type { C } from './c.ts';\nexport * from './d.store.ts';\n`;
  expect(countOf(source)).toEqual([4, 3]);
});
