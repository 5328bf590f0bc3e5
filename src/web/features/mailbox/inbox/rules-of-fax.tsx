import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { faxRules } from '#contract/mailbox/rules.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';

/** How often the query is refetched while an action is pending, in ms. */
const WAITING_MS = 3_000;

/** What rules did with a received fax; renders nothing if none acted. */
export function RulesOfFax({ fid }: { fid: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['rules', 'fax', fid],
    queryFn: async () => (await callApi(faxRules, { query: { fid } })).rules,
    refetchInterval: ({ state }) =>
      state.data?.some(({ did }) => did.some(({ outcome }) => outcome === 'waiting')) === true && WAITING_MS,
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-label={t('rules.ofFax')} className="fax-rules">
      <h3 className="sec">{t('rules.ofFax')}</h3>
      <ul>
        {data.map(({ name, at, did }, index) => (
          <li key={`${name} ${index}`}>
            <p className="strong">
              <bdi>{name}</bdi>
            </p>
            {did.map(({ kind, what, outcome }) => (
              <p className="meta" key={kind}>
                {t(`rules.actions.${kind}`)} <bdi>{what}</bdi>
                {outcome !== 'done' && (
                  <span className="fax-rule-not"> · {t(`rules.outcomes.${outcome}`)}</span>
                )}
              </p>
            ))}
            <p className="meta num">{formatDateTime(at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
