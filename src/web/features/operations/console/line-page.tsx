import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LockKeyholeOpen, PhoneCall } from 'lucide-react';
import { operatorLineCalls } from '#contract/faxes/line-calls.admin.ts';
import { operatorLineSettings } from '#contract/faxes/line-settings.admin.ts';
import { operatorLines } from '#contract/faxes/queue.admin.ts';
import type { ConsoleLine, ConsoleLineKind } from '#contract/faxes/queue.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pattern, Verbatim } from './code-words.tsx';
import { ConsoleLink } from './console-parts.tsx';
import { CALL_LIVE_MS, LIVE_MS, useConsole } from './console-query.ts';
import { EditLine } from './edit-line.tsx';
import { LineFigures, LiveCalls, RecentCalls } from './line-calls.tsx';
import type { LineCalls } from './line-calls.tsx';
import { useLineText } from './line-fields.tsx';
import { LinePill } from './line-pill.tsx';
import { LineActions, LineKind } from './lines-page.tsx';
import { ListedPage } from './listed-page.tsx';
import { T38Policy } from './t38-policy.tsx';
import { TestCallCard, TestCallForm } from './test-call.tsx';
import { May } from './may.tsx';
import { operatorLineSet } from '#contract/faxes/line-settings.admin.ts';

function State(line: ConsoleLine) {
  return <LinePill line={line} />;
}

/** The actions on a line; lines that place calls can be tested. */
function Actions({ of }: { of: ConsoleLine }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const lines = useConsole(operatorLines, undefined, LIVE_MS);
  const kind = lines.data?.kinds.find((known) => known.kind === of.kind);
  return (
    <>
      <LineActions of={of} />
      {kind !== undefined && (
        <May call={operatorLineSet}>
          <EditLine kind={kind} line={of} />
        </May>
      )}
      {of.kind !== 'onnet' && of.state !== 'off' && (
        <Button icon={PhoneCall} onClick={() => setOpen(true)} size="sm" variant="primary">
          {t('operator.test.call')}
        </Button>
      )}
      {open && <TestCallForm line={of.name} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns how a line is connected, without its secrets. */
function useConfigFacts(name: string, kind: ConsoleLineKind | undefined) {
  const textOf = useLineText();
  const settings = useConsole(operatorLineSettings, { name });
  return (kind?.fields ?? []).flatMap(({ name: field, label }) => {
    const value = settings.data?.config?.[field] ?? '';
    return value === ''
      ? []
      : [[textOf('field', field, label), <Verbatim key={field} of={value} />] as const];
  });
}

/** A line: its state, its calls, and the actions of an operator. */
export function LinePage({ id }: { id: string }) {
  const { t } = useTranslation();
  const lines = useConsole(operatorLines, undefined, LIVE_MS);
  const row = lines.data?.lines.find(({ name }) => name === id);
  const calls = useConsole(operatorLineCalls, { name: id }, (last) =>
    (last?.live.length ?? 0) > 0 ? CALL_LIVE_MS : LIVE_MS,
  );
  const shown = calls.data;
  const config = useConfigFacts(
    id,
    lines.data?.kinds.find(({ kind }) => kind === row?.kind),
  );
  return (
    <ListedPage
      actions={Actions}
      facts={(line) => [
        [t('operator.line.kind'), <LineKind key="kind" of={line.kind} />],
        [t('operator.line.pattern'), <Pattern key="pattern" of={line.pattern} />],
        [t('operator.line.field.priority'), line.priority],
        ...(line.price === null
          ? []
          : [[t('operator.line.field.price'), t('operator.why.price', { price: line.price })] as const]),
        ...(line.hours === '' ? [] : [[t('operator.line.field.hours'), line.hours] as const]),
        [t('operator.line.busy'), t('operator.line.busyOf', line)],
        ...config,
        ...(line.fault === null
          ? []
          : [[t('operator.line.why'), <Verbatim key="fault" of={line.fault} />] as const]),
        [
          t('operator.place.audit'),
          <ConsoleLink key="audit" search={{ object: `line/${line.name}` }} to="audit">
            {t('operator.account.acts')}
          </ConsoleLink>,
        ],
      ]}
      list={{ to: 'lines', label: t('operator.place.lines') }}
      loaded={lines}
      name={(line) => line.name}
      pill={State}
      row={row}
      {...(row !== undefined && shown !== undefined && partsOf(row, shown))}
    >
      {row?.kind === 'sip' && (
        <May call={operatorLineSet}>
          <T38Policy line={row.name} />
        </May>
      )}
      {row?.kind === 'sip' && (
        <p className="oc-warned">
          <Icon as={LockKeyholeOpen} size="s" />
          {t('operator.line.unencrypted')}
        </p>
      )}
    </ListedPage>
  );

  /** Returns the calls of a line that reports them; for other lines, the last test call. */
  function partsOf({ channels }: ConsoleLine, of: LineCalls) {
    const test = of.test !== null && <TestCallCard of={of.test} tells={of.tells} />;
    if (!of.tells) return of.test === null ? {} : { main: test };
    return {
      top: <LineFigures channels={channels} of={of} />,
      main: (
        <>
          <LiveCalls channels={channels} loaded={calls} of={of} />
          {test}
          <RecentCalls loaded={calls} of={of.recent} />
        </>
      ),
    };
  }
}
