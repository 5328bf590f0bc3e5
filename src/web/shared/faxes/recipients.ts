import { useMemo } from 'react';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { UsersRound } from 'lucide-react';
import { RECIPIENT_SEARCH, recipients } from '#contract/mailbox/recipients.ts';
import type { GroupRecipients, Recipient, SuggestedRecipients } from '#contract/mailbox/recipients.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useDebounced } from '#web/kit/use-debounced.ts';
import type { TagSuggestions } from '#web/ui/tag-suggestions.ts';
import { destinationTag } from './destination-rules.ts';
import { groupNote } from './group-recipients.ts';

/** The pause in typing, in ms, before the server is called. */
const SUGGEST_DELAY_MS = 150;

/** Returns the query key of a search. */
export const recipientsKey = (search: string) => ['recipients', search] as const;

function recipientsQuery(search: string) {
  return queryOptions({
    queryKey: recipientsKey(search),
    queryFn: ({ signal }) => callApi(recipients, { query: { search }, signal }),
    staleTime: 60_000,
    // A late suggestion is useless, and typing works without it.
    retry: false,
  });
}

/** Returns the name of a recipient: the person, or else the company. */
export function nameOf(recipient: Recipient | null | undefined): string {
  return recipient?.to_person || recipient?.company || '';
}

/** Returns the recipient of each number, or null if none is known. Numbers without a response yet are missing. */
export function useRecipients(numbers: readonly string[]): ReadonlyMap<string, Recipient | null> {
  return useQueries({
    queries: numbers.map(recipientsQuery),
    combine: (answers: UseQueryResult<SuggestedRecipients>[]) =>
      new Map(
        answers.flatMap(({ data }, i) => {
          const number = numbers[i] ?? '';
          return data === undefined
            ? []
            : [[number, data.data.find(({ faxnum }) => faxnum === number) ?? null]];
        }),
      ),
  });
}

/**
 * Suggests recipients and groups for the typed text, without those in `numbers`; the previous list stays while the next
 * one loads. `failed` says whether searching is not possible at the moment.
 */
export function useSuggestions(
  text: string,
  numbers: readonly string[],
  onGroup: (group: GroupRecipients) => boolean,
): { found: readonly Recipient[]; failed: boolean; suggestions: TagSuggestions } {
  const { t } = useTranslation();
  const search = text.trim();
  const debounced = useDebounced(search, SUGGEST_DELAY_MS);
  const query = useQuery({
    ...recipientsQuery(debounced),
    enabled: debounced !== '' && debounced.length <= RECIPIENT_SEARCH,
    placeholderData: (before: SuggestedRecipients | undefined, of) =>
      continues(of?.queryKey[1] ?? '', debounced) ? before : undefined,
  });
  const data = search !== '' && continues(debounced, search) ? query.data : undefined;
  const found = useMemo(
    () => (data?.data ?? []).filter(({ faxnum }) => !numbers.includes(faxnum)),
    [data, numbers],
  );
  const groups = data?.groups ?? NO_GROUPS;
  return {
    found,
    failed: query.isError || query.isPaused,
    suggestions: {
      options: [
        ...found.map((one) => ({
          ...optionOf(one),
          group: t(one.contact ? 'compose.to.contacts' : 'compose.to.recent'),
        })),
        ...groups.map((group) => ({
          tag: { key: `group ${group.id}`, name: group.name, label: '' },
          note: groupNote(group, t),
          icon: UsersRound,
          group: t('compose.to.groups'),
          choose: () => onGroup(group),
        })),
      ],
      loading: search !== '' && (search !== debounced || query.isLoading || query.isPlaceholderData),
      // A number with one digit too few must not turn into another number that happens to start with it.
      firstByEnter: /\p{L}/u.test(search),
      label: t('compose.to.suggestions'),
      count: t('compose.to.found', { count: found.length + groups.length }),
    },
  };
}

/** Returns whether one text starts with the other. */
function continues(one: string, other: string): boolean {
  return one !== '' && (one.startsWith(other) || other.startsWith(one));
}

const NO_GROUPS: readonly GroupRecipients[] = [];

function optionOf(recipient: Recipient) {
  const name = nameOf(recipient);
  return {
    tag: destinationTag(recipient.faxnum, name),
    note: name === recipient.company ? undefined : recipient.company || undefined,
  };
}
