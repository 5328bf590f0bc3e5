import { useTranslation } from 'react-i18next';
import type { operatorFigures } from '#contract/operations/figures.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useCodeWords } from './code-words.tsx';
import { ConsoleLink } from './console-parts.tsx';

/** The most reasons to list; further ones concern single faxes, which the queue shows. */
const SHOWN = 8;

/** The reasons why faxes were not sent, the most frequent first; each links to its faxes. */
export function NotSent({ of }: { of: ReplyOf<typeof operatorFigures> }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const { reasons, now, parts } = of;
  const most = Math.max(1, ...reasons.map(({ count }) => count));
  const since = parts[0]?.from ?? '';
  const title = t('operator.chart.notSent');
  return (
    <section aria-label={title} className="card oc-chart">
      <header>
        <h2>{title}</h2>
        <span className="oc-legend num">{t('operator.chart.count', { count: now.notSent })}</span>
      </header>
      {reasons.length === 0 ? (
        <EmptyState title={t('operator.chart.allSent')} />
      ) : (
        <ul className="oc-reasons">
          {reasons.slice(0, SHOWN).map(({ reason, count }) => (
            <li key={reason} title={reason}>
              <ConsoleLink search={{ state: 'FAILED', reason, since }} to="queue">
                {words.reason(reason)}
              </ConsoleLink>
              <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 10">
                <rect data-tone="first" height="10" rx="1" width={(count / most) * 100} x="0" y="0" />
              </svg>
              <span className="num strong">{count}</span>
              <span className="num meta">
                {now.notSent === 0 ? '' : `${Math.round((count / now.notSent) * 100)}%`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
