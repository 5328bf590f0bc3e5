import '#web/ui/timeline.css';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { shortTime } from '#web/shared/faxes/send-words.tsx';
import { Card } from '#web/ui/card.tsx';
import { Coded, Reason, useCodeWords } from './code-words.tsx';
import type { OpenedJob } from './job-words.tsx';

/** A moment of a fax; `plan` is in the future. */
interface Moment {
  key: string;
  at: string | null;
  tone: 'plan' | 'run' | 'ok' | 'warn' | 'bad';
  text: ReactNode;
  more?: string;
}

/** The history of a fax, newest first; the next step is at the top. */
export function JobTimeline({ of }: { of: OpenedJob }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const { job, calls } = of;
  const moments: readonly Moment[] = [
    ...next(t, job),
    ...end(t, job),
    ...calls.toReversed().map((call) => momentOf(t, call)),
    ...conversion(t, job),
    {
      key: 'created',
      at: job.createdAt,
      tone: 'run',
      text: t('operator.job.created'),
      more: words.origin(job.origin),
    },
  ];
  return (
    <Card title={t('operator.job.timeline')}>
      <ol className="timeline oc-tl">
        {moments.map(({ key, at, tone, text, more }) => (
          <li data-tone={tone} key={key}>
            <span>
              {text}
              {more !== undefined && <span className="meta">{more}</span>}
            </span>
            {at !== null && (
              <time className="num" dateTime={at}>
                {shortTime(at)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function next(t: TFunction, { state, nextAt, held }: OpenedJob['job']): Moment[] {
  if (nextAt === null || held || !['QUEUED', 'WAITING'].includes(state)) return [];
  return [{ key: 'next', at: nextAt, tone: 'plan', text: t('operator.job.nextTry') }];
}

function end(t: TFunction, { state, finishedAt }: OpenedJob['job']): Moment[] {
  if (finishedAt === null) return [];
  const tones = { DELIVERED: 'ok', FAILED: 'bad', UNCERTAIN: 'warn', CANCELLED: 'plan' } as const;
  const names = {
    DELIVERED: 'sendState.DELIVERED',
    FAILED: 'sendState.NOT_SENT',
    UNCERTAIN: 'sendState.UNCERTAIN',
    CANCELLED: 'sendState.CANCELED',
  } as const;
  if (!(state in tones)) return [];
  const ended = state as keyof typeof tones;
  return [
    {
      key: 'end',
      at: finishedAt,
      tone: tones[ended],
      text: <Coded code={state}>{t(names[ended])}</Coded>,
    },
  ];
}

function conversion(t: TFunction, { convertedAt, convertMs, pages }: OpenedJob['job']): Moment[] {
  if (convertedAt === null) return [];
  const seconds = convertMs === null ? null : Math.max(0.1, convertMs / 1000).toFixed(1);
  const more = seconds === null ? {} : { more: t('operator.job.convertedIn', { count: pages, seconds }) };
  return [{ key: 'converted', at: convertedAt, tone: 'ok', text: t('operator.job.converted'), ...more }];
}

function momentOf(t: TFunction, call: OpenedJob['calls'][number]): Moment {
  const { n, startedAt, result, line, seconds } = call;
  const more = [line, seconds === null ? null : t('operator.job.seconds', { seconds })];
  return {
    key: `call ${n}`,
    at: startedAt,
    tone: result === null || result === 'OK' ? 'run' : 'warn',
    // A successful call is followed by the end of the fax, which shows the success.
    text: result === null || result === 'OK' ? t('sendWords.dialed') : <Reason of={result} />,
    more: more.filter(Boolean).join(' · '),
  };
}
