import { useTranslation } from 'react-i18next';
import type { ConsoleLine } from '#contract/faxes/queue.admin.ts';
import { Pill } from '#web/ui/pill.tsx';

/** A pill with the state of a line. */
export function LinePill({ line }: { line: ConsoleLine }) {
  const { t } = useTranslation();
  if (line.state === 'on' && line.fault !== null) return <Pill tone="bad">{t('operator.line.fault')}</Pill>;
  const tone = { on: 'ok', drain: 'warn', off: 'neutral' } as const;
  return <Pill tone={tone[line.state]}>{t(`operator.line.state.${line.state}`)}</Pill>;
}
