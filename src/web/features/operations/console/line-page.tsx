import { useTranslation } from 'react-i18next';
import { operatorLines } from '#contract/faxes/queue.admin.ts';
import type { ConsoleLine } from '#contract/faxes/queue.admin.ts';
import { Pattern, Verbatim } from './code-words.tsx';
import { ConsoleLink } from './console-parts.tsx';
import { LIVE_MS, useConsole } from './console-query.ts';
import { LinePill } from './line-pill.tsx';
import { LineActions, LineKind } from './lines-page.tsx';
import { ListedPage } from './listed-page.tsx';

function State(line: ConsoleLine) {
  return <LinePill line={line} />;
}

/** One line: how it is, and what an operator may do about it. */
export function LinePage({ id }: { id: string }) {
  const { t } = useTranslation();
  const lines = useConsole(operatorLines, undefined, LIVE_MS);
  return (
    <ListedPage
      actions={LineActions}
      facts={(line) => [
        [t('operator.line.kind'), <LineKind key="kind" of={line.kind} />],
        [t('operator.line.pattern'), <Pattern key="pattern" of={line.pattern} />],
        [t('operator.line.field.priority'), line.priority],
        [t('operator.line.busy'), t('operator.line.busyOf', line)],
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
      row={lines.data?.lines.find(({ name }) => name === id)}
    />
  );
}
