import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { operatorCancellationAct, operatorCancellations } from '#contract/customers/accounts.admin.ts';
import type { ConsoleCancellation } from '#contract/customers/accounts.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, Email, FaxNumber, ListTools, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole, useConsolePlace, useAction } from './console-query.ts';
import { May } from './may.tsx';

const TONES = { pending: 'warn', approved: 'ok', rejected: 'bad', withdrawn: 'neutral' } as const;

/** The customers' requests to cancel their service; those without a decision, or all. */
export function CancellationsPage() {
  const { t } = useTranslation();
  const { search } = useConsolePlace();
  const requests = useConsole(
    operatorCancellations,
    { open: search['state'] === 'all' ? '0' : '1' },
    LIVE_MS,
  );
  const columns = useColumns();
  return (
    <ConsoleList
      lead={t('operator.cancellation.lead')}
      name={t('operator.place.cancellations')}
      columns={columns}
      empty={t('operator.cancellation.none')}
      loaded={requests}
      rowKey={(row) => row.id}
      rows={requests.data?.rows}
      to={({ id }) => `cancellations/${id}`}
    >
      <ListTools
        states={{
          all: t('operator.cancellation.open'),
          of: [{ value: 'all', label: t('operator.allStates') }],
        }}
      />
    </ConsoleList>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleCancellation>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'number',
        head: t('operator.account.one'),
        cell: ({ id, uid, number }) => (
          <ConsoleLink to={`cancellations/${id}`}>
            {number === null ? t('operator.account.unnumbered', { uid }) : <FaxNumber of={number} />}
          </ConsoleLink>
        ),
      },
      {
        key: 'email',
        head: t('operator.email'),
        wide: true,
        cell: ({ email }) => <Email of={email} />,
      },
      {
        key: 'phone',
        head: t('operator.cancellation.phone'),
        wide: true,
        cell: ({ phone }) => <bdi dir="ltr">{phone || '–'}</bdi>,
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => <CancellationPill state={state} />,
      },
      { key: 'at', head: t('operator.when'), wide: true, cell: ({ createdAt }) => <Time of={createdAt} /> },
      actionsColumn(t, (request) => <CancellationActions of={request} />),
    ],
    [t],
  );
}

/** A pill with the state of a request. */
export function CancellationPill({ state }: Pick<ConsoleCancellation, 'state'>) {
  const { t } = useTranslation();
  return <Pill tone={TONES[state]}>{t(`operator.cancellation.state.${state}`)}</Pill>;
}

/** The decisions of an operator about a pending request. */
export function CancellationActions({ of }: { of: ConsoleCancellation }) {
  const { t } = useTranslation();
  const act = useAction();
  if (of.state !== 'pending') return null;
  const name = (of.number !== null && formatFaxNumber(of.number)) || of.email;
  const decide = (verb: 'approve' | 'close' | 'reject') =>
    act(
      operatorCancellationAct,
      { id: of.id, verb },
      {
        done: t(`operator.cancellation.did.${verb}`),
        question: {
          title: t(`operator.cancellation.ask.${verb}`, { name }),
          body: t(`operator.cancellation.text.${verb}`),
          confirm: t(`operator.cancellation.verb.${verb}`),
        },
      },
    );
  return (
    <May call={operatorCancellationAct}>
      <span className="oc-actions">
        {(['approve', 'reject', 'close'] as const).map((verb) => (
          <Button
            key={verb}
            onClick={() => void decide(verb)}
            size="sm"
            variant={verb === 'close' ? 'danger-quiet' : 'secondary'}
          >
            {t(`operator.cancellation.verb.${verb}`)}
          </Button>
        ))}
      </span>
    </May>
  );
}
