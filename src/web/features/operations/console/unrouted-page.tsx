import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import {
  operatorUnrouted,
  operatorUnroutedAct,
  operatorUnroutedLook,
} from '#contract/faxes/unrouted.admin.ts';
import type { ConsoleUnrouted } from '#contract/faxes/unrouted.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { callOperator } from './call-operator.ts';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { FaxNumber, Time } from './console-parts.tsx';
import { LIVE_MS, useAction, useConsole, useConsolePlace } from './console-query.ts';
import { DialogButton, FormModal } from './form-modal.tsx';
import { LookAtFax } from './look-at-fax.tsx';
import { May } from './may.tsx';

/** Faxes for unassigned numbers: an operator decides who receives them. */
export function UnroutedPage() {
  const { t } = useTranslation();
  const { page } = useConsolePlace();
  const faxes = useConsole(operatorUnrouted, { 'current-page': page, 'per-page': CONSOLE_PAGE }, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsoleList
      lead={t('operator.unrouted.lead')}
      name={t('operator.place.unrouted')}
      columns={columns}
      empty={t('operator.unrouted.none')}
      loaded={faxes}
      rowKey={(row) => row.id}
      rows={faxes.data?.rows}
      total={faxes.data?.total ?? 0}
    />
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleUnrouted>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'called',
        head: t('operator.unrouted.called'),
        cell: ({ called }) => <FaxNumber of={called} />,
      },
      {
        key: 'caller',
        head: t('operator.job.from'),
        wide: true,
        cell: ({ caller }) => <FaxNumber of={caller} />,
      },
      {
        key: 'stationId',
        head: t('operator.unrouted.stationId'),
        wide: true,
        cell: ({ stationId }) => <bdi>{stationId || '–'}</bdi>,
      },
      { key: 'line', head: t('operator.job.line'), wide: true, cell: ({ line }) => line || '–' },
      {
        key: 'reason',
        head: t('operator.reason'),
        wide: true,
        cell: ({ reason }) => t(`operator.unrouted.because.${reason}` as never, { defaultValue: reason }),
      },
      { key: 'at', head: t('operator.when'), wide: true, cell: ({ at }) => <Time of={at} /> },
      actionsColumn(t, (fax) => <Actions fax={fax} />),
    ],
    [t],
  );
}

function Actions({ fax }: { fax: ConsoleUnrouted }) {
  const { t } = useTranslation();
  const act = useAction();
  const discard = () =>
    act(
      operatorUnroutedAct,
      { id: fax.id, verb: 'discard' },
      {
        done: t('operator.unrouted.discarded'),
        question: {
          title: t('operator.unrouted.discardTitle'),
          body: t('operator.unrouted.discardText'),
          confirm: t('operator.unrouted.discard'),
        },
      },
    );
  return (
    <span className="oc-actions">
      <DialogButton call={operatorUnroutedLook} label={t('operator.unrouted.look')}>
        {(close) => (
          <LookAtFax
            id={fax.id}
            load={async (page) => await callOperator(operatorUnroutedLook, { body: { id: fax.id, page } })}
            onClose={close}
          />
        )}
      </DialogButton>
      <DialogButton call={operatorUnroutedAct} label={t('operator.unrouted.route')}>
        {(close) => <RouteForm fax={fax} onClose={close} />}
      </DialogButton>
      <May call={operatorUnroutedAct}>
        <Button onClick={() => void discard()} size="sm" variant="danger-quiet">
          {t('operator.unrouted.discard')}
        </Button>
      </May>
    </span>
  );
}

function RouteForm({ fax, onClose }: { fax: ConsoleUnrouted; onClose: () => void }) {
  const { t } = useTranslation();
  const act = useAction();
  const [number, setNumber] = useState('');
  const route = async () =>
    (await act(
      operatorUnroutedAct,
      { id: fax.id, verb: 'route', number },
      { done: t('operator.unrouted.routed') },
    )) !== null;
  return (
    <FormModal
      complete={number.replaceAll(/\D/gu, '').length >= 10}
      onClose={onClose}
      onSubmit={route}
      submit={t('operator.unrouted.route')}
      title={t('operator.unrouted.routeTitle')}
    >
      <TextField
        hint={t('operator.unrouted.routeHint')}
        label={t('operator.number.number')}
        maxLength={20}
        numeric
        onChange={(event) => setNumber(event.target.value)}
        required
        value={number}
      />
    </FormModal>
  );
}
