import { useTranslation } from 'react-i18next';
import type { ConsoleJob } from '#contract/faxes/queue.admin.ts';
import { operatorJobAct } from '#contract/faxes/queue.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { useAction } from './console-query.ts';

const TONES = {
  QUEUED: 'info',
  CONVERTING: 'info',
  SENDING: 'info',
  WAITING: 'warn',
  UNCERTAIN: 'warn',
  DELIVERED: 'ok',
  FAILED: 'bad',
  CANCELLED: 'neutral',
} as const;

/** The state of a fax on its way, in a word. */
export function JobPill({ state, held }: Pick<ConsoleJob, 'state' | 'held'>) {
  const { t } = useTranslation();
  if (held) return <Pill tone="warn">{t('operator.job.held')}</Pill>;
  return <Pill tone={TONES[state]}>{t(`operator.job.state.${state}`)}</Pill>;
}

/** What an operator may do about it now. */
export function JobActions({ job }: { job: ConsoleJob }) {
  const { t } = useTranslation();
  const act = useAction();
  const { id, state, reason } = job;
  const to = formatFaxNumber(job.to) ?? job.to;
  const held = reason === 'HELD_AFTER_RESTORE' && state === 'UNCERTAIN';
  const retry = () =>
    act(
      operatorJobAct,
      { id, verb: held ? 'release' : 'retry' },
      {
        done: t('operator.job.retried'),
        // What may have arrived would arrive twice.
        ...(state === 'WAITING'
          ? {}
          : {
              question: {
                title: t('operator.job.retryTitle', { to }),
                body: t(state === 'UNCERTAIN' ? 'operator.job.retryUncertain' : 'operator.job.retryText'),
                confirm: t('operator.job.retry'),
              },
            }),
      },
    );
  const cancel = () =>
    act(
      operatorJobAct,
      { id, verb: 'cancel' },
      {
        done: t('operator.job.cancelled'),
        question: {
          title: t('operator.job.cancelTitle', { to }),
          body: t('operator.job.cancelText'),
          confirm: t('operator.job.cancel'),
        },
      },
    );
  return (
    <span className="oc-deeds">
      {['WAITING', 'FAILED', 'UNCERTAIN'].includes(state) && (
        <Button onClick={() => void retry()} size="sm">
          {t('operator.job.retry')}
        </Button>
      )}
      {['QUEUED', 'CONVERTING', 'WAITING'].includes(state) && (
        <Button onClick={() => void cancel()} size="sm" variant="danger-quiet">
          {t('operator.job.cancel')}
        </Button>
      )}
    </span>
  );
}
