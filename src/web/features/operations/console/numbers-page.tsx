import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { NUMBER_STATES, operatorNumberRelease, operatorNumbers } from '#contract/customers/numbers.admin.ts';
import type { ConsoleNumber } from '#contract/customers/numbers.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { AddNumbers } from './add-numbers.tsx';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, ConsolePage, FaxNumber, ListTools, Time } from './console-parts.tsx';
import { useConsoleList, useAction } from './console-query.ts';
import { PortsTable } from './ports-table.tsx';
import { May } from './may.tsx';
import { operatorNumbersAdd } from '#contract/customers/numbers.admin.ts';

const TONES = {
  free: 'ok',
  assigned: 'neutral',
  reserved: 'info',
  quarantine: 'warn',
  porting: 'info',
} as const;

/** Orders for numbers of other carriers, and every number of the installation. */
export function NumbersPage() {
  const { t } = useTranslation();
  const numbers = useConsoleList(operatorNumbers);
  const columns = useColumns();
  return (
    <ConsolePage
      actions={
        <May call={operatorNumbersAdd}>
          <AddNumbers />
        </May>
      }
      name={t('operator.place.numbers')}
      title={t('operator.place.numbers')}
    >
      <h2 className="strong">{t('operator.port.title')}</h2>
      <PortsTable />
      <h2 className="strong">{t('operator.number.title')}</h2>
      <ListTools
        search={t('operator.number.search')}
        states={{
          of: NUMBER_STATES.map((state) => ({ value: state, label: t(`operator.number.state.${state}`) })),
        }}
      />
      <ConsoleTable
        columns={columns}
        empty={t('operator.number.none')}
        label={t('operator.number.title')}
        loaded={numbers}
        rowKey={(row) => row.number}
        rows={numbers.data?.rows}
        to={({ uid }) => (uid === null ? null : `accounts/${uid}`)}
        titled
        total={numbers.data?.total ?? 0}
      />
    </ConsolePage>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleNumber>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: 'number', head: t('operator.number.number'), cell: ({ number }) => <FaxNumber of={number} /> },
      {
        key: 'kind',
        head: t('operator.number.kind'),
        wide: true,
        cell: ({ kind }) => t(`operator.number.kinds.${kind}` as never),
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => (
          <Pill tone={TONES[state as keyof typeof TONES]}>
            {t(`operator.number.state.${state}` as never)}
          </Pill>
        ),
      },
      {
        key: 'uid',
        head: t('operator.account.one'),
        cell: ({ uid }) => (uid === null ? '–' : <ConsoleLink to={`accounts/${uid}`}>{uid}</ConsoleLink>),
      },
      {
        key: 'until',
        head: t('operator.number.until'),
        wide: true,
        cell: ({ until }) => <Time of={until} />,
      },
      actionsColumn(t, (row) => row.state === 'quarantine' && <Release number={row.number} />),
    ],
    [t],
  );
}

function Release({ number }: { number: string }) {
  const { t } = useTranslation();
  const act = useAction();
  const name = formatFaxNumber(number) ?? number;
  const release = () =>
    act(
      operatorNumberRelease,
      { number },
      {
        done: t('operator.number.released', { name }),
        question: {
          title: t('operator.number.releaseTitle', { name }),
          body: t('operator.number.releaseText'),
          confirm: t('operator.number.release'),
        },
      },
    );
  return (
    <May call={operatorNumberRelease}>
      <Button onClick={() => void release()} size="sm">
        {t('operator.number.release')}
      </Button>
    </May>
  );
}
