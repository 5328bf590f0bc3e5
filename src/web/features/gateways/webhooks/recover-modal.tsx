import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EVENT_DAYS } from '#contract/v1/events.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { FormModal } from '#web/kit/form-modal.tsx';
import { useDialogSave } from '#web/kit/use-dialog-save.ts';
import { Select } from '#web/ui/select.tsx';
import type { Webhooks } from './use-webhooks.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** The time spans to choose from, in hours; the last one is as long as events are kept. */
const HOURS = [1, 6, DAY_HOURS, 3 * DAY_HOURS, 7 * DAY_HOURS, EVENT_DAYS * DAY_HOURS];

/** Asks from which time on to send undelivered events again, and shows their number first. */
export function RecoverModal(props: { row: WebhookRow; list: Webhooks; onClose: () => void }) {
  const { row, list, onClose } = props;
  const { t } = useTranslation();
  const [opened] = useState(() => Date.now());
  const [hours, setHours] = useState(() => firstChoice(row, opened));
  const since = new Date(opened - hours * HOUR_MS);
  const { count, failed, again } = useMissed(list, row, since);
  const { busy, error, say, save } = useDialogSave(onClose);
  const name = (one: number) =>
    one < 2 * DAY_HOURS
      ? t('webhooks.hoursBack', { n: one })
      : t('webhooks.daysBack', { count: one / DAY_HOURS });
  return (
    <FormModal
      busy={busy}
      busyLabel={t('webhooks.working')}
      className="wh-form"
      cross={false}
      onClose={onClose}
      onSubmit={() => void save(async () => await list.recover(row, since), t('webhooks.failed'))}
      ready={count !== null && (count > 0 || row.state === 'off')}
      submit={t(row.state === 'off' ? 'webhooks.turnOnAndRecover' : 'webhooks.recover')}
      title={t('webhooks.recoverTitle')}
    >
      <Select
        error={error}
        label={t('webhooks.since')}
        onChange={(event) => {
          setHours(Number(event.target.value));
          say(undefined);
        }}
        options={HOURS.map((one) => ({ value: String(one), label: name(one) }))}
        value={String(hours)}
      />
      {failed && <LoadFailed onRetry={again} text={t('webhooks.countFailed')} />}
      <p aria-live="polite" className="meta">
        {count !== null && t('webhooks.missed', { n: count, since: formatDateTime(since) })}
        {count === null && !failed && t('webhooks.counting')}
      </p>
    </FormModal>
  );
}

/** Returns the shortest time span that includes the first failure. */
function firstChoice({ failingSince }: WebhookRow, now: number): number {
  const failing = failingSince === null ? DAY_HOURS : (now - new Date(failingSince).getTime()) / HOUR_MS;
  return HOURS.find((one) => one >= failing) ?? EVENT_DAYS * DAY_HOURS;
}

/** Returns the number of undelivered events; null until it is loaded. */
function useMissed({ countMissed }: Webhooks, row: WebhookRow, since: Date) {
  const query = useQuery({
    queryKey: ['webhooks', 'missed', row.id, since.getTime()],
    queryFn: async () => await countMissed(row, since),
  });
  const count = query.data ?? null;
  return { count, failed: count === null && query.isError, again: () => void query.refetch() };
}
