import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorPortAct, operatorPorts } from '#contract/customers/numbers.admin.ts';
import type { ConsolePort } from '#contract/customers/numbers.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole, useAction } from './console-query.ts';
import { FormModal } from './form-modal.tsx';
import { May } from './may.tsx';

const TONES = { new: 'info', submitted: 'info', accepted: 'info', done: 'ok', rejected: 'bad' } as const;

/** Orders that wait for another carrier; each step is one press. */
export function PortsTable() {
  const { t } = useTranslation();
  const ports = useConsole(operatorPorts, { open: '1' }, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsoleTable
      columns={columns}
      empty={t('operator.port.none')}
      label={t('operator.port.title')}
      loaded={ports}
      rowKey={(row) => row.id}
      rows={ports.data?.rows}
      titled
      to={({ uid }) => `accounts/${uid}`}
    />
  );
}

function useColumns(): readonly ConsoleColumn<ConsolePort>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'id',
        head: t('operator.port.id'),
        wide: true,
        cell: ({ id }) => <span className="num">{id}</span>,
      },
      {
        key: 'number',
        head: t('operator.number.number'),
        cell: ({ number }) => (number === null ? t('operator.port.anyTollfree') : <FaxNumber of={number} />),
      },
      {
        key: 'uid',
        head: t('operator.account.one'),
        wide: true,
        cell: ({ uid, email }) => <ConsoleLink to={`accounts/${uid}`}>{email}</ConsoleLink>,
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => <Pill tone={TONES[state]}>{t(`operator.port.state.${state}`)}</Pill>,
      },
      { key: 'at', head: t('operator.when'), wide: true, cell: ({ createdAt }) => <Time of={createdAt} /> },
      actionsColumn(t, (order) => (
        <May call={operatorPortAct}>
          <Actions order={order} />
        </May>
      )),
    ],
    [t],
  );
}

function Actions({ order }: { order: ConsolePort }) {
  const { t } = useTranslation();
  const act = useAction();
  const [asked, setAsked] = useState<'complete' | 'reject' | null>(null);
  const { id, state } = order;
  const advance = (verb: 'submit' | 'accept') =>
    act(operatorPortAct, { id, verb }, { done: t('operator.saved') });
  return (
    <span className="oc-actions">
      {state === 'new' && (
        <Button onClick={() => void advance('submit')} size="sm">
          {t('operator.port.submit')}
        </Button>
      )}
      {state !== 'accepted' && (
        <Button onClick={() => void advance('accept')} size="sm">
          {t('operator.port.accept')}
        </Button>
      )}
      <Button onClick={() => setAsked('complete')} size="sm">
        {t('operator.port.complete')}
      </Button>
      <Button onClick={() => setAsked('reject')} size="sm" variant="danger-quiet">
        {t('operator.port.reject')}
      </Button>
      {asked !== null && <Decision onClose={() => setAsked(null)} order={order} verb={asked} />}
    </span>
  );
}

/** Asks for the ported number, or the reason why it is not available. */
function Decision(props: { order: ConsolePort; verb: 'complete' | 'reject'; onClose: () => void }) {
  const { order, verb, onClose } = props;
  const { t } = useTranslation();
  const act = useAction();
  const [text, setText] = useState(verb === 'complete' ? (order.number ?? '') : '');
  const decide = async () => {
    const given = verb === 'complete' ? { number: text } : { reason: text };
    const body = { id: order.id, verb, ...given };
    return (await act(operatorPortAct, body, { done: t(`operator.port.did.${verb}`) })) !== null;
  };
  return (
    <FormModal
      complete={text.trim() !== ''}
      onClose={onClose}
      onSubmit={decide}
      submit={t(`operator.port.${verb}`)}
      title={t(`operator.port.ask.${verb}`)}
      {...(verb === 'reject' && { variant: 'danger' as const })}
    >
      <p>{t(`operator.port.text.${verb}`)}</p>
      <TextField
        label={t(verb === 'complete' ? 'operator.number.number' : 'operator.reason')}
        maxLength={verb === 'complete' ? 16 : 200}
        numeric={verb === 'complete'}
        onChange={(event) => setText(event.target.value)}
        readOnly={verb === 'complete' && order.number !== null}
        required
        value={text}
      />
    </FormModal>
  );
}
