// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callsOf, hold, resetServer, startFalseServer } from '#web/kit/false-server-for-test.tsx';
import { startI18n } from '#web/kit/i18n.ts';
import { button, openPage, push, settle, stubWindow } from '#web/kit/open-page-for-test.tsx';
import { findInput, type } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { DomainsCard } from './domains-card.tsx';
import { ProviderCard } from './provider-card.tsx';
import { useAdministrationSignOn } from './use-administration-sign-on.ts';

const PROVIDER = {
  id: '1',
  name: 'Corp',
  issuer: 'https://id.example.com',
  clientId: 'c',
  groupsClaim: 'groups',
  scopes: [],
  sessionMinutes: null,
  required: false,
  lastLoginAt: null,
  proved: false,
  redirectUri: 'https://fax.example.com/in',
  logoutUri: 'https://fax.example.com/out',
};

startFalseServer({
  'GET administrationSignOn': {
    provider: PROVIDER,
    test: null,
    domains: [],
    roles: [],
    accounts: [],
    people: { total: 0, outside: 0, outsiders: [] },
  },
});
stubWindow();
await startI18n();

function Forms() {
  const settings = useAdministrationSignOn();
  if (settings.state === undefined) return null;
  return (
    <>
      <ProviderCard settings={settings} />
      <DomainsCard settings={settings} />
    </>
  );
}

let page: Rendered;
beforeEach(() => resetServer('multifax'));
afterEach(() => page.close());
const field = (name: string) => findInput(page.place, `input[name=${name}]`);

test('what is typed into the provider while it is saved stays, and can be saved', async () => {
  page = await openPage(<Forms />);
  const give = hold('PUT signOnProvider');
  await type(field('name'), 'Corporation');
  await push('Save');
  await type(field('clientId'), 'c2');
  give({ success: true });
  await settle();
  expect([field('name').value, field('clientId').value]).toEqual(['Corporation', 'c2']);
  expect(button('Save').disabled).toBe(false);
  await push('Save');
  expect(callsOf('PUT', 'signOnProvider').map(({ body }) => [body?.['name'], body?.['clientId']])).toEqual([
    ['Corporation', 'c'],
    ['Corporation', 'c2'],
  ]);
});

test('a domain that is typed while another is added stays', async () => {
  page = await openPage(<Forms />);
  const give = hold('PUT signOnDomain');
  await type(field('domain'), 'one.example.com');
  await push('Add');
  await type(field('domain'), 'two.example.com');
  give({ success: true });
  await settle();
  expect(field('domain').value).toBe('two.example.com');
});
