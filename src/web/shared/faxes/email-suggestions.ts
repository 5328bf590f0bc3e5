import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import { CONTACT_TABLE, contactsList } from '#contract/mailbox/contacts.ts';
import { MAX_RECIPIENTS } from '#contract/mailbox/recipients.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useDebounced } from '#web/kit/use-debounced.ts';
import type { Tag } from '#web/ui/tag-rules.ts';
import type { TagSuggestions } from '#web/ui/tag-suggestions.ts';

/** The pause in typing, in ms, before the server is called. */
const SUGGEST_DELAY_MS = 150;

/** Returns contacts whose name, company or email address contains the typed text, without those already chosen. */
export function useEmailSuggestions(text: string, chosen: readonly Tag[]): TagSuggestions {
  const { t } = useTranslation();
  const search = text.trim();
  const debounced = useDebounced(search, SUGGEST_DELAY_MS);
  const query = useQuery({
    queryKey: ['contacts', 'emails', debounced] as const,
    queryFn: async ({ signal }) => {
      const how = { start: 0, length: MAX_RECIPIENTS, sort: CONTACT_TABLE.defaultSort };
      const pairs = buildTableQuery({ ...how, search: debounced, notEmpty: ['email'] }, CONTACT_TABLE);
      return (await callApi(contactsList, { query: pairs, signal })).data;
    },
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = useMemo(
    () =>
      (search === '' ? [] : (query.data ?? [])).filter(
        ({ email }) => !chosen.some(({ key }) => key === email.toLowerCase()),
      ),
    [chosen, query.data, search],
  );
  const group = t('compose.to.contacts');
  return {
    options: found.map(({ email, to_person: name, company }) => ({
      tag: { key: email.toLowerCase(), label: email, ...(name !== '' && { name }) },
      note: company || undefined,
      group,
    })),
    loading: search !== '' && (search !== debounced || query.isFetching),
    // A complete address is an entry in its own right.
    firstByEnter: !search.includes('@'),
    label: t('forward.suggestions'),
    count: t('compose.to.found', { count: found.length }),
  };
}
