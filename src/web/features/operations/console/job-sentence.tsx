import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MAX_DIALS } from '#contract/kit/fax-state.ts';
import { shortTime } from '#web/shared/faxes/send-words.tsx';
import { Banner } from '#web/ui/banner.tsx';
import type { BannerTone } from '#web/ui/banner.tsx';
import { useCodeWords } from './code-words.tsx';
import type { OpenedJob } from './job-words.tsx';

const MINUTE_MS = 60_000;

const TONES = {
  QUEUED: 'info',
  CONVERTING: 'info',
  SENDING: 'info',
  WAITING: 'warn',
  UNCERTAIN: 'warn',
  DELIVERED: 'ok',
  FAILED: 'bad',
  CANCELLED: 'info',
} as const satisfies Record<OpenedJob['job']['state'], BannerTone>;

/** Describes the state of a fax and what happens next; reasons that need an explanation have a second sentence. */
export function JobSentence({ of }: { of: OpenedJob['job'] }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const reason = of.reason === null || of.reason === '' ? '' : words.reason(of.reason);
  const more = of.reason && t(`operator.job.because.${of.reason}` as never, { defaultValue: '' });
  return (
    <Banner tone={of.held ? 'warn' : TONES[of.state]}>
      <span className="strong">{sentenceFor(t, of, reason)}</span> {more}
    </Banner>
  );
}

function sentenceFor(t: TFunction, job: OpenedJob['job'], reason: string): string {
  const { state, dials, pages, line } = job;
  const time = shortTime(job.finishedAt ?? job.nextAt ?? job.createdAt);
  if (job.held) return t('operator.job.says.held');
  if (job.scheduled) return t('operator.job.says.scheduled', { time });
  const counted = { time, pages, confirmed: job.confirmedPages };
  if (state === 'SENDING') return t('operator.job.says.SENDING', { ...counted, line: line ?? '–' });
  if (state === 'FAILED')
    return [reason, t('operator.job.says.FAILED', { count: dials })].filter(Boolean).join('. ');
  if (state === 'WAITING') return [reason, nextTry(t, job)].filter(Boolean).join('. ');
  if (state === 'DELIVERED') return t('operator.job.says.DELIVERED', { time, count: pages });
  return t(`operator.job.says.${state}`, counted);
}

function nextTry(t: TFunction, { nextAt, dials }: OpenedJob['job']): string {
  const wait = nextAt === null ? 0 : Math.ceil((Date.parse(nextAt) - Date.now()) / MINUTE_MS);
  const left = t('operator.job.says.left', { count: Math.max(0, MAX_DIALS - dials) });
  if (nextAt === null || wait <= 0) return `${t('operator.job.says.due')} ${left}`;
  return `${t('operator.job.says.next', { time: shortTime(nextAt), count: wait })} ${left}`;
}
