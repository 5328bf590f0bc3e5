import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorLineAct, operatorLineTest } from '#contract/faxes/line-settings.admin.ts';
import { operatorLines } from '#contract/faxes/queue.admin.ts';
import type { ConsoleLine } from '#contract/faxes/queue.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { AddLine } from './add-line.tsx';
import { callOperator } from './call-operator.ts';
import { Coded, Pattern, Verbatim, useCodeWords } from './code-words.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink } from './console-parts.tsx';
import { LIVE_MS, sentenceOf, useConsole, useAction } from './console-query.ts';
import { DialogButton } from './form-modal.tsx';
import { LinePill } from './line-pill.tsx';
import { May } from './may.tsx';
import { operatorLineAdd } from '#contract/faxes/queue.admin.ts';

/** How long a line's own message is shown, in ms; it takes time to read. */
const READ_MS = 10_000;

/** The lines for sending and receiving: their state, and whether they start calls. */
export function LinesPage() {
  const { t } = useTranslation();
  const lines = useConsole(operatorLines, undefined, LIVE_MS);
  const columns = useColumns();
  const [first, ...others] = lines.data?.kinds ?? [];
  const [webhook, setWebhook] = useState('');
  return (
    <ConsoleList
      actions={
        first !== undefined && (
          <DialogButton call={operatorLineAdd} label={t('operator.line.add')} size="md" variant="primary">
            {(close) => <AddLine kinds={[first, ...others]} onAdded={setWebhook} onClose={close} />}
          </DialogButton>
        )
      }
      lead={t('operator.line.lead')}
      name={t('operator.place.lines')}
      columns={columns}
      empty={t('operator.line.none')}
      loaded={lines}
      rowKey={(line) => line.name}
      rows={lines.data?.lines}
      to={({ name }) => `lines/${name}`}
    >
      {webhook !== '' && (
        <p>
          {t('operator.line.webhook')} <span className="oc-code">{webhook}</span>
        </p>
      )}
    </ConsoleList>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleLine>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('operator.line.name'),
        cell: ({ name }) => <ConsoleLink to={`lines/${name}`}>{name}</ConsoleLink>,
      },
      { key: 'kind', head: t('operator.line.kind'), wide: true, cell: ({ kind }) => <LineKind of={kind} /> },
      { key: 'state', head: t('operator.state'), cell: (line) => <LinePill line={line} /> },
      {
        key: 'fault',
        head: t('operator.line.why'),
        wide: true,
        cell: ({ fault }) => <Verbatim of={fault} />,
      },
      {
        key: 'pattern',
        head: t('operator.line.pattern'),
        wide: true,
        cell: ({ pattern }) => <Pattern of={pattern} />,
      },
      {
        key: 'busy',
        head: t('operator.line.busy'),
        wide: true,
        align: 'end',
        cell: ({ busy, channels }) => <span className="num">{`${busy}/${channels}`}</span>,
      },
      actionsColumn(t, (line) => <LineActions of={line} />),
    ],
    [t],
  );
}

/** The kind of a line, as text. */
export function LineKind({ of }: { of: string }) {
  const words = useCodeWords();
  return <Coded code={of}>{words.lineKind(of)}</Coded>;
}

/** The current actions of an operator on a line. */
export function LineActions({ of: line }: { of: ConsoleLine }) {
  const { t } = useTranslation();
  const act = useAction();
  const { name, state, kind } = line;
  const drain = () =>
    act(
      operatorLineAct,
      { name, verb: 'drain' },
      {
        done: t('operator.line.drained', { name }),
        question: {
          title: t('operator.line.drainTitle', { name }),
          body: t('operator.line.drainText'),
          confirm: t('operator.line.drain'),
        },
      },
    );
  const turnOn = () =>
    act(operatorLineAct, { name, verb: 'on' }, { done: t('operator.line.turnedOn', { name }) });
  const remove = () =>
    act(
      operatorLineAct,
      { name, verb: 'remove' },
      {
        done: t('operator.line.removed', { name }),
        question: {
          title: t('operator.line.removeTitle', { name }),
          body: t('operator.line.removeText'),
          confirm: t('operator.line.remove'),
        },
      },
    );
  const test = async () => {
    growl.wait(t('operator.line.testing', { name }));
    try {
      const { ok, reason, ms = 0 } = await callOperator(operatorLineTest, { body: { name } });
      if (ok) growl.success(t('operator.line.works', { name, ms }));
      else growl.error(reason, READ_MS);
    } catch (error) {
      growl.error(sentenceOf(error, t('app.unreachable')), READ_MS);
    }
  };
  return (
    <span className="oc-actions">
      {kind !== 'onnet' && (
        <Button onClick={() => void test()} size="sm">
          {t('operator.line.test')}
        </Button>
      )}
      <May call={operatorLineAct}>
        {state === 'on' ? (
          <Button onClick={() => void drain()} size="sm" variant="danger-quiet">
            {t('operator.line.drain')}
          </Button>
        ) : (
          <Button onClick={() => void turnOn()} size="sm">
            {t('operator.line.turnOn')}
          </Button>
        )}
        {kind !== 'onnet' && state !== 'on' && (
          <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
            {t('operator.line.remove')}
          </Button>
        )}
      </May>
    </span>
  );
}
