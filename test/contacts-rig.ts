import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { CONTACT_TABLE } from '#contract/mailbox/contacts.ts';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';

import { makeAccount } from './factories.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** The minimum fields of a contact. */
export const MINIMUM = { to_person: 'John Doe', company: 'Acme', faxnum: '2125550142' };

const CONTACT = '/api/n1/db/f2e/UserContact.json';
const LIST = '/api/n1/db/f2e/SSPUserContacts.json';

/** The response to a change of a contact. */
export interface ContactAnswer {
  success: boolean;
  key_message?: string;
  fields?: Record<string, string>;
  data?: { faxnumid: string };
}

/** The response of the list. */
export interface ContactList {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: ContactRow[];
}

/** Returns the calls of one account's address book, through the real application. */
export function contactCalls({ app }: Pick<TestApp, 'app'>, who: SignedIn) {
  const call = async (method: 'POST' | 'PUT' | 'DELETE', payload: object, url = CONTACT) => {
    const answer = await app.inject({ method, url, ...who, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json<ContactAnswer>();
  };
  const list = async (query = '') =>
    (await app.inject({ url: `${LIST}?${query}`, ...who })).json<ContactList>();
  return {
    call,
    list,
    add: async (values: object = {}) => (await call('POST', { ...MINIMUM, ...values })).data?.faxnumid ?? '',
    table: async (request: Partial<Parameters<typeof buildTableQuery>[0]>) => {
      const whole = { start: 0, length: 500, sort: { by: 'to_person', dir: 'asc' }, ...request };
      return await list(new URLSearchParams(buildTableQuery(whole as never, CONTACT_TABLE)).toString());
    },
    query: async (query: string) => await app.inject({ url: `${LIST}?${query}`, ...who }),
    import: async (payload: object) =>
      await app.inject({ method: 'POST', url: '/api/n1/db/f2e/ImportContacts.json', ...who, payload }),
    export: async (query = '') => await app.inject({ url: `/api/faxui/exportContacts${query}`, ...who }),
  };
}

/** What the tests of an address book begin with. */
export interface ContactsWorld {
  test: TestApp;
  mine: ReturnType<typeof contactCalls>;
}

/** Starts the application with one account for the tests of a file; its address book is empty before each test. */
export function startContacts(take: (world: ContactsWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
    const { number } = await makeAccount(test.database.db);
    take({ test, mine: contactCalls(test, await test.signIn(number)) });
  });
  afterAll(async () => await test.stop());
  beforeEach(async () => {
    await test.database.db.deleteFrom('contact').execute();
  });
}
