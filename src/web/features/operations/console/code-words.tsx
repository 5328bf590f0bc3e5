import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { ConsoleLink } from './console-parts.tsx';

/** Words for a code of the log. The code itself is the tooltip: it is what the command line and the log files show. */
export function Coded({ code, children }: { code: string; children: ReactNode }) {
  return (
    <abbr className="oc-coded" title={code}>
      {children}
    </abbr>
  );
}

/** Translates codes: the console's own words first, then those of the mailbox, then the code itself. */
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

/** Text of a line or carrier, as it is. */
export function Verbatim({ of }: { of: string | null }) {
  return <span className="oc-code">{of === null || of === '' ? '–' : of}</span>;
}

/** Which numbers a line reaches. */
export function Pattern({ of }: { of: string }) {
  const { t } = useTranslation();
  return of === '*' ? <Coded code={of}>{t('operator.line.allNumbers')}</Coded> : <Verbatim of={of} />;
}

/** What was done, in the words of the audit log. */
export function AuditAction({ of }: { of: string }) {
  const words = useCodeWords();
  return (
    <span className="strong">
      <Coded code={of}>{words.act(of)}</Coded>
    </span>
  );
}

/** Who did it: `operator:anna`, `account/12`, `system`. */
export function AuditActor({ of }: { of: string }) {
  const { t } = useTranslation();
  const [, kind = of, name = ''] = /^([a-z]+)[:/](.*)$/u.exec(of) ?? [];
  const word = t(`operator.audit.kind.${kind}` as never, { defaultValue: kind }) as string;
  const pages = { account: 'accounts', parent: 'parents' } as const;
  const page = pages[kind as keyof typeof pages];
  const words = <Coded code={of}>{`${word} ${name}`.trim()}</Coded>;
  return page === undefined || !/^\d+$/u.test(name) ? (
    words
  ) : (
    <ConsoleLink to={`${page}/${name}`}>{words}</ConsoleLink>
  );
}

/** Where the things stand that audit rows name. */
const PAGES: Readonly<Record<string, string>> = {
  job: 'queue',
  account: 'accounts',
  parent: 'parents',
  line: 'lines',
  brand: 'brands',
};

/** What it was done to: `job/12`, with the way to its page where it has one. */
export function AuditObject({ of }: { of: string }) {
  const { t } = useTranslation();
  if (of === '') return <>–</>;
  const [kind = '', ...rest] = of.split('/');
  const name = rest.join('/');
  const word = t(`operator.audit.kind.${kind}` as never, { defaultValue: kind }) as string;
  const words = <Coded code={of}>{`${word} ${formatFaxNumber(name) ?? name}`.trim()}</Coded>;
  const page = PAGES[kind];
  return page === undefined || name === '' ? (
    words
  ) : (
    <ConsoleLink to={`${page}/${name}`}>{words}</ConsoleLink>
  );
}
