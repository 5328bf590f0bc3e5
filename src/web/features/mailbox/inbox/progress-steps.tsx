import type { CSSProperties } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { shortTime } from '#web/shared/faxes/send-words.tsx';

interface Step {
  key: string;
  text: string;
  at?: string | undefined;
  look?: 'done' | 'now' | 'wait' | 'bad' | undefined;
  /** The completed part of the step, 0 to 1. */
  share?: number;
}

/**
 * The four steps of a fax as a line: queued or scheduled, dialing, pages, delivered. The text above contains the same
 * information, so it is hidden from screen readers.
 */
export function ProgressSteps(props: { fax: FollowedFax }) {
  const { fax } = props;
  const { t } = useTranslation();
  return (
    <div aria-hidden="true" className="way" data-done={fax.state === 'DELIVERED' || undefined}>
      {stepsOf(t, fax).map(({ key, text, at, look, share }) => (
        <div data-look={look} key={key} style={{ '--share': `${(share ?? 0.4) * 100}%` } as CSSProperties}>
          <span>
            {text}{' '}
            {at !== undefined && (
              <bdi className="num" dir="ltr">
                {shortTime(at)}
              </bdi>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}

function stepsOf(t: TFunction, fax: FollowedFax): Step[] {
  const delivered = fax.state === 'DELIVERED';
  return [
    fax.state === 'SCHEDULED'
      ? { key: 'queued', text: t('sendState.SCHEDULED'), at: fax.send_at, look: 'now' }
      : { key: 'queued', text: t('sendState.QUEUED'), at: fax.date, look: 'done' },
    callStep(t, fax),
    pageStep(t, fax),
    {
      key: 'delivered',
      text: t('sendState.DELIVERED'),
      at: delivered ? fax.ended : undefined,
      look: delivered ? 'done' : undefined,
    },
  ];
}

function callStep(t: TFunction, fax: FollowedFax): Step {
  const last = fax.calls.at(-1);
  const base = { key: 'call', text: t('sendWords.dialing') };
  if (fax.state === 'DELIVERED') return { ...base, at: last?.at, look: 'done' };
  if (fax.state === 'SENDING')
    return { ...base, at: fax.dialed, look: fax.page === undefined ? 'now' : 'done' };
  if (last === undefined) return base;
  const text = t(`sendReason.${last.result}`);
  if (fax.state === 'WAITING') return { ...base, text, at: last.at, look: 'wait' };
  return fax.state === 'FAILED' || fax.state === 'UNCERTAIN'
    ? { ...base, text, at: last.at, look: 'bad' }
    : base;
}

function pageStep(t: TFunction, { state, page, pages }: FollowedFax): Step {
  const base = {
    key: 'pages',
    text: pages === 0 ? t('sendWords.preparing') : t('inbox.pages', { count: pages }),
  };
  if (state === 'DELIVERED') return { ...base, look: 'done' };
  if (page === undefined) return base;
  return { key: 'pages', text: t('sendWords.page', { page, pages }), look: 'now', share: page / (pages + 1) };
}
