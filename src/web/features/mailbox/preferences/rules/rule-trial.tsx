import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { tryRule } from '#contract/mailbox/rules.ts';
import type { Rule, TriedFax } from '#contract/mailbox/rules.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { useDebounced } from '#web/kit/use-debounced.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The pause in typing before a trial, in ms, so that half a number is not tried. */
const DELAY_MS = 400;
/** How many faxes are named; the others are shown as squares. */
const NAMED = 3;

/** Shows on which of the last 100 received faxes the conditions would apply. Changes nothing. */
export function RuleTrial({ match, conditions }: Pick<Rule, 'match' | 'conditions'>) {
  const { t } = useTranslation();
  const asked = useDebounced(JSON.stringify({ match, conditions }), DELAY_MS);
  const { data, isError, refetch } = useQuery({
    queryKey: ['rules', 'try', asked],
    queryFn: async () => {
      const body = tryRule.body.safeParse(JSON.parse(asked));
      // Incomplete rules are not tried.
      return body.success ? (await callApi(tryRule, { body: body.data })).faxes : null;
    },
    placeholderData: keepPreviousData,
  });
  if (isError) return <LoadFailed onRetry={() => void refetch()} text={t('rules.tryFailed')} />;
  return (
    <section aria-label={t('rules.try')} aria-live="polite" className="rule-try">
      {data === undefined && <Skeleton height="60px" />}
      {data === null && <p className="meta">{t('rules.tryLater')}</p>}
      {data?.length === 0 && <p className="meta">{t('rules.tryNone')}</p>}
      {data && data.length > 0 && <Tried faxes={data} />}
    </section>
  );
}

function Tried({ faxes }: { faxes: readonly TriedFax[] }) {
  const { t } = useTranslation();
  const matched = faxes.filter(({ matches }) => matches);
  return (
    <>
      <div className="rule-try-head">
        <h3 className="sec">{t('rules.tried', { count: faxes.length, matches: matched.length })}</h3>
        <span className="meta">{t('rules.triedNote')}</span>
      </div>
      <div aria-hidden="true" className="rule-squares">
        {faxes.map(({ fid, matches }) => (
          <i data-on={matches || undefined} key={fid} />
        ))}
      </div>
      <ul className="rule-matched">
        {matched.slice(0, NAMED).map(({ fid, party, number, at }) => (
          <li key={fid}>
            <Link search={{ fax: fid }} to="/inbox">
              <span className="strong trunc">{party || number || t('rules.hiddenCaller')}</span>
              <span className="meta num">{formatDateTime(at)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
