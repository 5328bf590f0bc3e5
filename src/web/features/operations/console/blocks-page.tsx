import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBanClear, operatorBans } from '#contract/gateways/senders.admin.ts';
import type { ConsoleBan } from '#contract/gateways/senders.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { BlockedDomains } from './blocked-domains.tsx';
import { ConsoleTable, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsolePage, FaxNumber, Time } from './console-parts.tsx';
import { LIVE_MS, useConsole, useAction } from './console-query.ts';
import { SenderDomains } from './sender-domains.tsx';

/** Logins blocked after wrong passwords, domains that nobody may whitelist, and the owners of domains. */
export function BlocksPage() {
  const { t } = useTranslation();
  const bans = useConsole(operatorBans, undefined, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsolePage name={t('operator.place.blocks')} title={t('operator.place.blocks')}>
      <h2 className="strong">{t('operator.ban.title')}</h2>
      <ConsoleTable
        columns={columns}
        empty={t('operator.ban.none')}
        label={t('operator.ban.title')}
        loaded={bans}
        rowKey={(row) => row.key}
        rows={bans.data?.rows}
        titled
      />
      <BlockedDomains />
      <SenderDomains />
    </ConsolePage>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleBan>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: 'login', head: t('operator.ban.login'), cell: ({ login }) => <Login of={login} /> },
      {
        key: 'address',
        head: t('operator.ban.address'),
        cell: ({ address }) => (
          <bdi className="oc-code" dir="ltr">
            {address || t('operator.ban.anywhere')}
          </bdi>
        ),
      },
      {
        key: 'count',
        head: t('operator.ban.count'),
        wide: true,
        align: 'end',
        cell: ({ count }) => <span className="num">{count}</span>,
      },
      { key: 'since', head: t('operator.ban.since'), wide: true, cell: ({ since }) => <Time of={since} /> },
      actionsColumn(t, (row) => <Clear of={row} />),
    ],
    [t],
  );
}

/** A fax number, or the name of an administrator or operator in the form of the counter: `parent/acme`. */
function Login({ of }: { of: string }) {
  const { t } = useTranslation();
  if (of === '') return <span className="meta">{t('operator.ban.anyLogin')}</span>;
  return /^\d{10}$/u.test(of) ? <FaxNumber of={of} /> : <bdi>{of}</bdi>;
}

function Clear({ of }: { of: ConsoleBan }) {
  const { t } = useTranslation();
  const act = useAction();
  return (
    <Button
      onClick={() => void act(operatorBanClear, { key: of.key }, { done: t('operator.ban.cleared') })}
      size="sm"
    >
      {t('operator.ban.clear')}
    </Button>
  );
}
