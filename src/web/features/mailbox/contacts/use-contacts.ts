import { useCallback, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CONTACTS_PAGE_SIZE } from '#contract/mailbox/contacts.ts';
import type { ContactRow } from '#contract/mailbox/contacts.ts';
import type { ContactSort } from '#contract/mailbox/contacts-place.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import type { ContactsSearch } from '#web/shared/mailbox/contacts-search.ts';
import { useShown } from '#web/kit/use-shown.ts';
import { contactListOptions } from './contact-queries.ts';
import { groupSearch, openSearch, pageSearch, searched, sortedBy, stateOf } from './contacts-state.ts';
import type { ContactsState, OpenContact } from './contacts-state.ts';

/** The state of the contacts page, and its navigation. */
export interface ContactsPlace extends ContactsState {
  search: (q: string) => void;
  sortBy: (sort: ContactSort) => void;
  /** Shows the members of a group, or with null all contacts. */
  showGroup: (group: string | null) => void;
  /** `replace` keeps Back from leading to a page that is empty now. */
  goToPage: (page: number, replace?: boolean) => void;
  /** Opens a form, or with «none» closes it; `saved` means that no typed values can be lost. */
  show: (open: OpenContact, saved?: boolean) => void;
  /** Closes the form of a deleted contact, if it is one of these; another form stays. */
  closeOneOf: (cids: readonly string[]) => void;
  /** Closes the form that was saved, unless something else was opened in the meantime. */
  closeSaved: (saved: OpenContact) => void;
}

/** Returns the state of the contacts page, which is kept in the address. */
export function useContactsPlace(): ContactsPlace {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const shown = useShown();
  const state = useMemo(() => stateOf(readContactsSearch(raw)), [raw]);
  const go = useCallback(
    (
      how: (from: ContactsSearch) => ContactsSearch,
      more: { ignoreBlocker?: boolean; replace?: boolean } = {},
    ) => {
      // People who have left the page in the meantime are not led back to it.
      if (shown.current)
        void navigate({ to: '/contacts', search: (from) => how(readContactsSearch(from)), ...more });
    },
    [navigate, shown],
  );
  const show = useCallback(
    (open: OpenContact, saved = false) => go((from) => openSearch(from, open), { ignoreBlocker: saved }),
    [go],
  );
  const closeIf = useCallback(
    (closes: (open: OpenContact) => boolean) => {
      const { open } = stateOf(readContactsSearch({ ...router.state.location.search }));
      if (closes(open)) show({ kind: 'none' }, true);
    },
    [router, show],
  );
  return {
    ...state,
    search: useCallback((q) => go((from) => searched(from, q)), [go]),
    showGroup: useCallback((group) => go((from) => groupSearch(from, group)), [go]),
    sortBy: useCallback((sort) => go((from) => sortedBy(from, sort)), [go]),
    goToPage: useCallback((page, replace = false) => go((from) => pageSearch(from, page), { replace }), [go]),
    show,
    closeOneOf: useCallback(
      (cids) => closeIf((open) => open.kind === 'contact' && cids.includes(open.cid)),
      [closeIf],
    ),
    closeSaved: useCallback(
      (saved) => closeIf((open) => JSON.stringify(open) === JSON.stringify(saved)),
      [closeIf],
    ),
  };
}

/** The rows of the displayed page, and the total counts. */
export interface ContactsPageData {
  rows: readonly ContactRow[];
  /** The number of matching contacts, and of all contacts. */
  total: number;
  all: number;
  loading: boolean;
  failed: boolean;
  retry: () => void;
}

const NO_ROWS: readonly ContactRow[] = [];

/** Loads the contacts of the current page. */
export function useContactsData(place: ContactsPlace): ContactsPageData {
  const { page, sort, order, q, group } = place;
  const list = useQuery(contactListOptions({ page, sort, order, q, group }));
  const { refetch } = list;
  return {
    rows: list.data?.data ?? NO_ROWS,
    total: list.data?.recordsFiltered ?? 0,
    all: list.data?.recordsTotal ?? 0,
    loading: list.isPending,
    // Rows that are already loaded stay on the screen if a refetch fails.
    failed: list.isError && list.data === undefined,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

/** Returns the first and last number of the displayed rows. */
export function rangeOf(page: number, total: number): { first: number; last: number } {
  return {
    first: (page - 1) * CONTACTS_PAGE_SIZE + 1,
    last: Math.min(page * CONTACTS_PAGE_SIZE, total),
  };
}
