import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { operatorSearch } from '#contract/operations/search.admin.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { sendStateOf } from '#web/shared/faxes/send-state.tsx';
import { callOperator } from './call-operator.ts';
import { useCodeWords } from './code-words.tsx';

/** A search result, and its page below `/operator`. */
export interface Find {
  to: string;
  text: string;
  more: string;
}

/** The results of one kind. */
interface FindGroup {
  key: 'accounts' | 'faxes' | 'parents' | 'lines';
  label: string;
  finds: readonly Find[];
}

/** Loads the results of a search, by kind; the previous results stay while the next ones load. */
export function useFinds(search: string) {
  const words = useFindWords();
  const found = useQuery({
    queryKey: ['operator-search', search],
    queryFn: async ({ signal }) => await callOperator(operatorSearch, { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: (before) => before,
  });
  const groups = search === '' || found.data === undefined ? [] : words(found.data);
  return {
    groups,
    isPending: search !== '' && found.isPending,
    isError: found.isError,
    /** Whether the results belong to this text, and not to the previous one. */
    isAnswer: found.isSuccess && !found.isPlaceholderData,
  };
}

const number = (of: string) => formatFaxNumber(of) ?? of;

function useFindWords(): (found: ReplyOf<typeof operatorSearch>) => FindGroup[] {
  const { t } = useTranslation();
  const { lineKind } = useCodeWords();
  return ({ accounts, faxes, parents, lines }) => {
    const groups: FindGroup[] = [
      {
        key: 'accounts',
        label: t('operator.place.accounts'),
        finds: accounts.map(({ uid, number: of, email, state }) => ({
          to: `accounts/${uid}`,
          text: of === null ? t('operator.account.unnumbered', { uid }) : number(of),
          more: `${email} · ${t(`operator.account.state.${state}`)}`,
        })),
      },
      {
        key: 'faxes',
        label: t('operator.find.faxes'),
        finds: faxes.map(({ id, to, state, createdAt }) => ({
          to: `queue/${id}`,
          text: t('operator.job.title', { id }),
          more: [number(to), t(`sendState.${sendStateOf({ state })}`), formatDateTime(createdAt)].join(' · '),
        })),
      },
      {
        key: 'parents',
        label: t('operator.place.parents'),
        finds: parents.map(({ id, username, email }) => ({
          to: `parents/${id}`,
          text: username,
          more: email,
        })),
      },
      {
        key: 'lines',
        label: t('operator.place.lines'),
        finds: lines.map(({ name, kind }) => ({ to: `lines/${name}`, text: name, more: lineKind(kind) })),
      },
    ];
    return groups.filter(({ finds }) => finds.length > 0);
  };
}
