import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorMailDns } from '#contract/audit/log.admin.ts';
import type { ConsoleRecord } from '#contract/audit/log.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { useConsole } from './console-query.ts';

const TONES = { ok: 'ok', missing: 'bad', different: 'warn', unknown: 'neutral' } as const;

/** The DNS records that sending domains need so that receivers trust their mails, and whether they exist. */
export function MailDnsPage() {
  const { t } = useTranslation();
  const check = useConsole(operatorMailDns);
  const columns = useColumns();
  return (
    <ConsoleList
      actions={
        <Button busy={check.isFetching} onClick={() => void check.refetch()}>
          {t('operator.dns.again')}
        </Button>
      }
      lead={t('operator.dns.lead')}
      name={t('operator.place.mailDns')}
      columns={columns}
      empty={t('operator.dns.none')}
      loaded={check}
      rowKey={(row) => `${row.purpose} ${row.name}`}
      rows={check.data?.records}
    />
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleRecord>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'domain',
        head: t('operator.dns.domain'),
        wide: true,
        cell: ({ domain }) => <bdi dir="ltr">{domain}</bdi>,
      },
      { key: 'purpose', head: t('operator.dns.purpose'), cell: ({ purpose }) => purpose.toUpperCase() },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => <Pill tone={TONES[state]}>{t(`operator.dns.state.${state}`)}</Pill>,
      },
      {
        key: 'name',
        head: t('operator.dns.name'),
        cell: ({ name, type }) => <span className="oc-code" dir="ltr">{`${name} ${type}`}</span>,
      },
      {
        key: 'value',
        head: t('operator.dns.value'),
        wide: true,
        cell: ({ value }) => (
          <span className="oc-code" dir="ltr">
            {value}
          </span>
        ),
      },
      {
        key: 'found',
        head: t('operator.dns.found'),
        wide: true,
        cell: ({ state, found }) => (
          <span className="oc-code" dir="ltr">
            {state === 'ok' || found.length === 0 ? '–' : found.join(' | ')}
          </span>
        ),
      },
    ],
    [t],
  );
}
