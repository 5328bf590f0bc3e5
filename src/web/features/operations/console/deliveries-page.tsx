import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorStorageRetry, operatorStorages } from '#contract/customers/accounts.admin.ts';
import type { ConsoleStorage } from '#contract/customers/accounts.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, Time } from './console-parts.tsx';
import { useConsole, useAction } from './console-query.ts';

const TONES = { off: 'neutral', copying: 'info', working: 'ok', held: 'warn', failing: 'bad' } as const;

/** Customers' storage that copies of received faxes go to; what does not work stands first. */
export function DeliveriesPage() {
  const { t } = useTranslation();
  const storages = useConsole(operatorStorages);
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
        cell: ({ uid, number }) => (
          <ConsoleLink to={`accounts/${uid}`}>
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
        cell: ({ state }) => <Pill tone={TONES[state]}>{t(`operator.delivery.state.${state}`)}</Pill>,
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
      actionsColumn(t, (row) => row.waiting > 0 && row.state !== 'off' && <Retry id={row.id} />),
    ],
    [t],
  );
}

function Retry({ id }: { id: string }) {
  const { t } = useTranslation();
  const act = useAction();
  return (
    <Button
      onClick={() => void act(operatorStorageRetry, { id }, { done: t('operator.delivery.retried') })}
      size="sm"
    >
      {t('operator.delivery.retry')}
    </Button>
  );
}
