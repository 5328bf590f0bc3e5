import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { CONTACT_TABLE, CONTACTS_PAGE_SIZE, contactsList } from '#contract/mailbox/contacts.ts';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import { contactGroups } from '#contract/mailbox/contact-groups.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';

/** A page of the contacts, as a list requests it. */
export interface ListRequest {
  page: number;
  sort: ContactSort;
  order: Direction;
  q: string;
  /** Only the members of this group. */
  group?: string | null;
  /** Only contacts that can receive faxes (for the picker beside compose). */
  withNumber?: boolean;
}

/** The first part of every query key here. */
export const CONTACTS = ['contacts'] as const;

/** Loads a page of contacts; while another page or order loads, the old rows stay. */
export function contactListOptions(request: ListRequest) {
  return queryOptions({
    queryKey: [...CONTACTS, 'list', request] as const,
    queryFn: ({ signal }) =>
      callApi(contactsList, {
        signal,
        query: buildTableQuery(
          {
            start: (request.page - 1) * CONTACTS_PAGE_SIZE,
            length: CONTACTS_PAGE_SIZE,
            sort: { by: request.sort, dir: request.order },
            search: request.q,
            ...(typeof request.group === 'string' && { filters: { group: request.group } }),
            notEmpty: request.withNumber === true ? ['faxnum'] : [],
          },
          CONTACT_TABLE,
        ),
      }),
    placeholderData: keepPreviousData,
  });
}

/** Loads a contact by its id, if the address names one of another page; null if it does not exist. */
export function contactOptions(cid: string) {
  return queryOptions({
    queryKey: [...CONTACTS, 'one', cid] as const,
    queryFn: async ({ signal }): Promise<ContactRow | null> => {
      const sort = CONTACT_TABLE.defaultSort;
      const query = buildTableQuery({ start: 0, length: 1, sort, filters: { cid } }, CONTACT_TABLE);
      const { data } = await callApi(contactsList, { signal, query });
      return data.find((row) => row.cid === cid) ?? null;
    },
  });
}

/** The groups of the account, sorted by name. */
export const groupsOptions = queryOptions({
  queryKey: [...CONTACTS, 'groups'] as const,
  queryFn: async ({ signal }) => (await callApi(contactGroups, { signal })).data,
});

/** Puts what was just saved into the lists that are known: who opens the contact before they are asked again gets it as it is. */
export function noteSaved(client: QueryClient, cid: string, saved: Partial<ContactRow>): void {
  client.setQueriesData<ReplyOf<typeof contactsList>>(
    { queryKey: [...CONTACTS, 'list'] },
    (known) =>
      known && { ...known, data: known.data.map((row) => (row.cid === cid ? { ...row, ...saved } : row)) },
  );
}

/** Contacts or groups changed: their lists are asked again, and so are suggestions and lists of faxes, which show contacts' names. */
export async function contactsChanged(client: QueryClient): Promise<void> {
  for (const key of ['inbox', 'dashboard', 'recipients']) void client.invalidateQueries({ queryKey: [key] });
  await client.invalidateQueries({ queryKey: CONTACTS });
}
