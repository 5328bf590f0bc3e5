import { useTranslation } from 'react-i18next';
import type { ConsoleJob } from '#contract/faxes/queue.admin.ts';
import { operatorJobAct } from '#contract/faxes/queue.admin.ts';
import type { operatorJob } from '#contract/faxes/queue.admin.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { StatePill, sendStateOf } from '#web/shared/faxes/send-state.tsx';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Coded } from './code-words.tsx';
import { useAction } from './console-query.ts';

/** The data of a fax's page. */
export type OpenedJob = ReplyOf<typeof operatorJob>;

/** Shows the state of a fax to send, by the name that its sender sees, and whether it is a test. */
export function JobPill(job: Pick<ConsoleJob, 'state' | 'held' | 'scheduled' | 'test'>) {
  const { t } = useTranslation();
  const { state, held, scheduled, test } = job;
  const shown = scheduled ? 'SCHEDULED' : state;
  return (
    <>
      <Coded code={state}>
        <StatePill state={sendStateOf(held ? { state: shown, held: 'ACCOUNT' } : { state: shown })} />
      </Coded>
      {test && <Pill tone="plain">{t('inbox.test')}</Pill>}
    </>
  );
}

/** Returns a function that names a state, for lists to choose from. */
export function useStateName(): (state: ConsoleJob['state']) => string {
  const { t } = useTranslation();
  return (state) => t(`sendState.${sendStateOf({ state })}`);
}

/** The current actions of an operator on a fax. */
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
        // If it may have arrived, it would arrive twice.
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
    <span className="oc-actions">
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
