import { useState } from 'react';
import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EVENT_DAYS } from '#contract/v1/events.ts';
import type { WebhookRow } from '#contract/gateways/webhooks.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Webhooks } from './use-webhooks.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** Hours back that people choose from; the last one is as long as events are kept. */
const HOURS = [1, 6, DAY_HOURS, 3 * DAY_HOURS, 7 * DAY_HOURS, EVENT_DAYS * DAY_HOURS];

/** Asks since when to post again what has not arrived, and says how much that is before it is done. */
export function RecoverModal(props: { row: WebhookRow; list: Webhooks; onClose: () => void }) {
  const { row, list, onClose } = props;
  const { t } = useTranslation();
  const [opened] = useState(() => Date.now());
  const [hours, setHours] = useState(() => firstChoice(row, opened));
  const since = new Date(opened - hours * HOUR_MS);
  const { count, failed, again } = useMissed(list, row, since);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    onClose();
    await list.recover(row, since);
  };
  const name = (one: number) =>
    one < 2 * DAY_HOURS
      ? t('webhooks.hoursBack', { n: one })
      : t('webhooks.daysBack', { count: one / DAY_HOURS });
  return (
    <Modal
      footer={
        <>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button
            disabled={count === null || (count === 0 && row.state !== 'off')}
            form="webhook-recover"
            type="submit"
            variant="primary"
          >
            {t(row.state === 'off' ? 'webhooks.turnOnAndRecover' : 'webhooks.recover')}
          </Button>
        </>
      }
      onClose={onClose}
      open
      title={t('webhooks.recoverTitle')}
    >
      <form className="wh-form" id="webhook-recover" onSubmit={(event) => void submit(event)}>
        <Select
          label={t('webhooks.since')}
          onChange={(event) => setHours(Number(event.target.value))}
          options={HOURS.map((one) => ({ value: String(one), label: name(one) }))}
          value={String(hours)}
        />
        {failed && <LoadFailed onRetry={again} text={t('webhooks.countFailed')} />}
        <p aria-live="polite" className="meta">
          {count !== null && t('webhooks.missed', { n: count, since: formatDateTime(since) })}
          {count === null && !failed && t('webhooks.counting')}
        </p>
      </form>
    </Modal>
  );
}

/** The shortest time that holds the first failure. */
function firstChoice({ failingSince }: WebhookRow, now: number): number {
  const failing = failingSince === null ? DAY_HOURS : (now - new Date(failingSince).getTime()) / HOUR_MS;
  return HOURS.find((one) => one >= failing) ?? EVENT_DAYS * DAY_HOURS;
}

/** How much has not arrived: null until it is known. */
function useMissed({ countMissed }: Webhooks, row: WebhookRow, since: Date) {
  const query = useQuery({
    queryKey: ['webhooks', 'missed', row.id, since.getTime()],
    queryFn: async () => await countMissed(row, since),
  });
  const count = query.data ?? null;
  return { count, failed: count === null && query.isError, again: () => void query.refetch() };
}
