import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { auditKindOf } from '#contract/audit/log.admin.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import type { AuditNames } from './audit-words.tsx';
import { useCodeWords } from './code-words.tsx';

/** How many values of a list are shown; the tooltip of the detail has all of them. */
const SHOWN = 5;

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/u;

/** The details of an action as names and values; the tooltip shows them in stored form. */
export function AuditDetail({ of, names }: { of: string; names: AuditNames }) {
  const { label, value } = useDetailWords(names);
  const pairs = Object.entries(JSON.parse(of) as object);
  if (pairs.length === 0) return <>–</>;
  return (
    <dl className="oc-detail" title={of}>
      {pairs.map(([key, what]) => (
        <Fragment key={key}>
          <dt>{label(key)}</dt>
          <dd>
            <bdi>{value(key, what)}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Returns functions that convert the entries of a detail to text. */
function useDetailWords(names: AuditNames) {
  const { t } = useTranslation();
  const words = useCodeWords();
  const label = (key: string) =>
    t(`operator.audit.detail.${key}` as never, { defaultValue: humanized(key) }) as string;
  const text = (key: string, of: string): string => {
    if (key === 'changed' || key === 'settings') return label(of);
    if (key === 'reason') return words.reason(of);
    if (key === 'source') return words.origin(of);
    if (key === 'was') return words.queueState(of);
    if (TIME.test(of)) return formatDateTime(of);
    return formatFaxNumber(of) ?? '–';
  };
  const value = (key: string, of: unknown): string => {
    if (of === null || of === undefined) return '–';
    if (typeof of === 'boolean') return of ? t('operator.yes') : t('operator.no');
    if (Array.isArray(of)) {
      const shown = of.slice(0, SHOWN).map((one) => value(key, one));
      if (of.length > SHOWN) shown.push(t('operator.audit.more', { count: of.length - SHOWN }));
      return shown.join(', ') || '–';
    }
    if (typeof of === 'string' || typeof of === 'number')
      return (
        names[`${auditKindOf(key) ?? ''}/${of}`] ?? (typeof of === 'string' ? text(key, of) : String(of))
      );
    return Object.entries(of)
      .map(([name, what]) => `${label(name)}: ${value(name, what)}`)
      .join('; ');
  };
  return { label, value };
}

/** Formats entries without a text: `stationId`, `warn_delete` become “Station ID”, “Warn delete”. */
function humanized(key: string): string {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replaceAll(/[_.-]+/gu, ' ')
    .toLowerCase()
    .replaceAll(/\bids?\b/gu, (id) => `ID${id.slice(2)}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
