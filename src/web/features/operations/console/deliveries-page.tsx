import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorStorageRetry, operatorStorages } from '#contract/faxes/storage.admin.ts';
import type { ConsoleStorage } from '#contract/faxes/storage.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole, useAction } from './console-query.ts';

const TONES = { off: 'neutral', copying: 'info', working: 'ok', held: 'warn', failing: 'bad' } as const;

/** The customers' storage for copies of received faxes; failing ones come first. */
export function DeliveriesPage() {
  const { t } = useTranslation();
  const storages = useConsole(operatorStorages, undefined, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsoleList
      lead={t('operator.delivery.lead')}
      name={t('operator.place.deliveries')}
      columns={columns}
      empty={t('operator.delivery.none')}
      loaded={storages}
      rowKey={(row) => row.id}
      rows={storages.data?.rows}
      to={({ id }) => `deliveries/${id}`}
    />
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleStorage>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'number',
        head: t('operator.account.one'),
        cell: ({ id, number }) => (
          <ConsoleLink to={`deliveries/${id}`}>
            <FaxNumber of={number} />
          </ConsoleLink>
        ),
      },
      {
        key: 'kind',
        head: t('operator.delivery.kind'),
        wide: true,
        cell: ({ kind }) => t(`operator.delivery.kinds.${kind}`),
      },
      {
        key: 'host',
        head: t('operator.delivery.host'),
        wide: true,
        cell: ({ host }) => <span className="oc-code">{host}</span>,
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => <DeliveryPill state={state} />,
      },
      {
        key: 'waiting',
        head: t('operator.delivery.waiting'),
        align: 'end',
        cell: ({ waiting }) => <span className="num">{waiting}</span>,
      },
      { key: 'fault', head: t('operator.reason'), wide: true, cell: ({ fault }) => fault || '–' },
      {
        key: 'ok',
        head: t('operator.delivery.lastOk'),
        wide: true,
        cell: ({ lastOk }) => <Time of={lastOk} />,
      },
      actionsColumn(t, (row) => <DeliveryActions of={row} />),
    ],
    [t],
  );
}

/** A pill with the state of a storage. */
export function DeliveryPill({ state }: Pick<ConsoleStorage, 'state'>) {
  const { t } = useTranslation();
  return <Pill tone={TONES[state]}>{t(`operator.delivery.state.${state}`)}</Pill>;
}

/** Retries waiting copies, if there are any. */
export function DeliveryActions({ of: { id, waiting, state } }: { of: ConsoleStorage }) {
  const { t } = useTranslation();
  const act = useAction();
  if (waiting === 0 || state === 'off') return null;
  return (
    <Button
      onClick={() => void act(operatorStorageRetry, { id }, { done: t('operator.delivery.retried') })}
      size="sm"
    >
      {t('operator.delivery.retry')}
    </Button>
  );
}
