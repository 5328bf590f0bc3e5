import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ConsoleLineCall } from '#contract/faxes/line-calls.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { Pill } from '#web/ui/pill.tsx';
import { Coded, useCodeWords } from './code-words.tsx';

/** Returns the title of a call: «Call to 310-555-0142». */
export function callTitle(t: TFunction, { direction, far }: ConsoleLineCall): string {
  const number = formatFaxNumber(far) ?? t('operator.call.withheld');
  return t(`operator.call.title.${direction}`, { number });
}

/** A pill with the outcome of a call: its test's verdict, its result, or that it is in progress. */
export function CallPill({ of }: { of: ConsoleLineCall }) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const { live, result, endedAt } = of;
  if (live) return <Pill tone="info">{t('operator.call.live')}</Pill>;
  if (result === null || endedAt === null) return <Pill tone="warn">{t('operator.call.cutOff')}</Pill>;
  if (result === 'OK') return <Pill tone="ok">{t('operator.call.ok')}</Pill>;
  return (
    <Pill tone={result === 'UNCERTAIN' ? 'warn' : 'bad'}>
      <Coded code={result}>{words.reason(result)}</Coded>
    </Pill>
  );
}

/** Returns the name of the medium that carries a fax. */
export function mediaName(t: TFunction, media: ConsoleLineCall['media']): string {
  return media === null ? '–' : t(`operator.call.media.${media}`);
}

/** Formats a duration: «1 min 57 s». */
export function durationOf(t: TFunction, seconds: number): string {
  if (seconds < 9.95) return t('operator.call.seconds', { seconds: Number(seconds.toFixed(1)) });
  const whole = Math.round(seconds);
  return whole < 60
    ? t('operator.call.seconds', { seconds: whole })
    : t('operator.call.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}

/** Returns when a call last reached a step, in milliseconds; null if it did not. */
export function reachedAt(call: ConsoleLineCall, step: string, media?: string): number | null {
  const found = call.steps.findLast(
    (one) => one.step === step && (media === undefined || one.media === media),
  );
  return found?.at ?? null;
}

/** Returns how long the two ends have been connected, in seconds; null before the call is answered. */
export function connectedFor(call: ConsoleLineCall): number | null {
  const answered = reachedAt(call, 'answered');
  return answered === null ? null : Math.max(0, call.seconds - answered / 1000);
}

/** Returns the current stage of a call: the page, or the last step. */
export function nowOf(t: TFunction, call: ConsoleLineCall): string {
  const last = call.steps.at(-1);
  if (last?.step === 'page' || last?.step === 'negotiated') {
    const page = call.confirmed + 1;
    if (call.pages > 0 && page > call.pages) return t('operator.call.now.ending');
    return call.pages > 0
      ? t('operator.call.now.pageOf', { page, pages: call.pages })
      : t('operator.call.now.page', { page });
  }
  const step = last?.step ?? 'dialing';
  return t(`operator.call.now.${step}`);
}
