import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The text for a code of the log. The tooltip is the code itself, as the command line and the log files show it. */
export function Coded({ code, children }: { code: string; children: ReactNode }) {
  return (
    <abbr className="oc-coded" title={code}>
      {children}
    </abbr>
  );
}

/** Returns translations of codes: the console's own texts first, then those of the mailbox, then the code itself. */
export function useCodeWords() {
  const { t } = useTranslation();
  const say = (keys: readonly string[], code: string) => t(keys as never, { defaultValue: code }) as string;
  return {
    reason: (code: string) => say([`operator.reasonWord.${code}`, `sendReason.${code}`], code),
    origin: (code: string) => say([`operator.origin.${code}`], code),
    lineKind: (code: string) => say([`operator.line.kinds.${code}`], code),
    queueState: (code: string) => say([`operator.queueState.${code}`], code),
    act: (code: string) => say([`operator.act.${code}`], code),
  };
}

/** Why a fax failed or waits, or how a call ended. */
export function Reason({ of }: { of: string | null }) {
  const words = useCodeWords();
  if (of === null || of === '') return <>–</>;
  return <Coded code={of}>{words.reason(of)}</Coded>;
}

/** Text of a line or carrier, unchanged. */
export function Verbatim({ of }: { of: string | null }) {
  return <span className="oc-code">{of === null || of === '' ? '–' : of}</span>;
}

/** The pattern of numbers that a line reaches. */
export function Pattern({ of }: { of: string }) {
  const { t } = useTranslation();
  return of === '*' ? <Coded code={of}>{t('operator.line.allNumbers')}</Coded> : <Verbatim of={of} />;
}
