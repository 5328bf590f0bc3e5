import type { LightMyRequestResponse as Response } from 'fastify';

import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { FaxOrder, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { makeAccount, makeFax } from './factories.ts';
import type { FaxValues } from './factories.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** The response of the message list. */
export interface ListAnswer {
  draw: number;
  recordsTotal: number;
  recordsFiltered: number;
  data: FaxRow[];
}

/** A signed-in person with a mailbox, and the calls that mailbox tests make. */
export interface MailboxPerson {
  id: AccountId;
  session: SignedIn;
  send(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object): Promise<Response>;
  /** Requests the message list with a query string as given. */
  query(query: string): Promise<Response>;
  /** Requests a folder like our client; newest first by default. */
  list(
    folder: ListFolder,
    how?: { sort?: { by: FaxOrder; dir: Direction }; search?: string },
  ): Promise<ListAnswer>;
  /** Requests a file of a fax by its path key, as this person or with another session. */
  file(path: string, session?: SignedIn, headers?: Record<string, string>): Promise<Response>;
  /** Adds a fax to the mailbox. */
  fax(values?: FaxValues): ReturnType<typeof makeFax>;
  readonly act: (action: string, fid: unknown) => Promise<Response>;
}

const LIST = '/api/n1/db/f2e/SSPFaxArchive.json';

/** Creates an account, signs in, and returns the person's calls. */
export async function makePerson(test: TestApp): Promise<MailboxPerson> {
  const { id, number } = await makeAccount(test.database.db);
  const session = await test.signIn(number);
  const send: MailboxPerson['send'] = async (method, url, payload) =>
    await test.app.inject({
      method,
      url,
      ...session,
      headers: { ...session.headers, 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    });
  return {
    id,
    session,
    fax: async (values = {}) => await makeFax(test.database.db, id, values),
    send,
    query: async (query) => await send('GET', `${LIST}?${query}`),
    list: async (folder, how = {}) => {
      const pairs = buildTableQuery(
        {
          start: 0,
          length: 100,
          sort: { by: 'fax_date', dir: 'desc' },
          filters: FOLDER_FILTERS[folder],
          ...how,
        },
        FAX_TABLE,
      );
      return (
        await send('GET', `${LIST}?${new URLSearchParams(pairs).toString()}&time=1`)
      ).json<ListAnswer>();
    },
    file: async (path, as = session, headers = {}) =>
      await test.app.inject({
        url: `/api/faxui/getFaxFile?file=${encodeURIComponent(path)}&time=1`,
        cookies: as.cookies,
        headers,
      }),
    act: async (action, fid) => await send('PUT', '/api/n1/db/f2e/FaxArchive.json', { action, fid }),
  };
}

/** Returns the ids of a list's rows. */
export function idsOf(list: ListAnswer): number[] {
  return list.data.map((row) => Number(row.fax_id));
}
