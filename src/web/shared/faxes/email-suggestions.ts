import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import { CONTACT_TABLE, contactsList } from '#contract/mailbox/contacts.ts';
import { MAX_RECIPIENTS } from '#contract/mailbox/recipients.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useSettled } from '#web/kit/use-settled.ts';
import type { Tag } from '#web/ui/tag-rules.ts';
import type { TagSuggestions } from '#web/ui/tag-suggestions.ts';

/** Typing pauses this long, in ms, before the server is asked. */
const SUGGEST_DELAY_MS = 150;

/** Contacts with an email address whose name, company or address has what is typed, but those chosen already. */
export function useEmailSuggestions(text: string, chosen: readonly Tag[]): TagSuggestions {
  const { t } = useTranslation();
  const search = text.trim();
  const settled = useSettled(search, SUGGEST_DELAY_MS);
  const query = useQuery({
    queryKey: ['contacts', 'emails', settled] as const,
    queryFn: async ({ signal }) => {
      const how = { start: 0, length: MAX_RECIPIENTS, sort: CONTACT_TABLE.defaultSort };
      const pairs = buildTableQuery({ ...how, search: settled, notEmpty: ['email'] }, CONTACT_TABLE);
      return (await callApi(contactsList, { query: pairs, signal })).data;
    },
    enabled: settled !== '',
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
    loading: search !== '' && (search !== settled || query.isFetching),
    // A whole address is an entry by itself.
    firstByEnter: !search.includes('@'),
    label: t('forward.suggestions'),
    count: t('compose.to.found', { count: found.length }),
  };
}
