import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_STATES, operatorAccounts } from '#contract/customers/accounts.admin.ts';
import type { ConsoleAccount } from '#contract/customers/accounts.admin.ts';
import { Pill } from '#web/ui/pill.tsx';
import { AddAccount } from './add-account.tsx';
import { ConsoleList } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, Email, FaxNumber, ListTools, Time } from './console-parts.tsx';
import { useConsoleList } from './console-query.ts';
import { May } from './may.tsx';
import { operatorAccountAdd } from '#contract/customers/accounts.admin.ts';

/** Fax accounts, the newest first. */
export function AccountsPage() {
  const { t } = useTranslation();
  const accounts = useConsoleList(operatorAccounts);
  const columns = useAccountColumns();
  return (
    <ConsoleList
      actions={
        <May call={operatorAccountAdd}>
          <AddAccount />
        </May>
      }
      name={t('operator.place.accounts')}
      columns={columns}
      empty={t('operator.account.none')}
      loaded={accounts}
      rowKey={(row) => row.uid}
      rows={accounts.data?.rows}
      to={({ uid }) => `accounts/${uid}`}
      total={accounts.data?.total ?? 0}
    >
      <ListTools
        search={t('operator.account.search')}
        states={{
          of: ACCOUNT_STATES.map((state) => ({ value: state, label: t(`operator.account.state.${state}`) })),
        }}
      />
    </ConsoleList>
  );
}

/** A pill with the state of an account. */
export function AccountPill({ state }: Pick<ConsoleAccount, 'state'>) {
  const { t } = useTranslation();
  const tone = { pending: 'warn', active: 'ok', suspended: 'bad', closed: 'neutral' } as const;
  return <Pill tone={tone[state]}>{t(`operator.account.state.${state}`)}</Pill>;
}

/** Returns the columns of a list of accounts. */
export function useAccountColumns(): readonly ConsoleColumn<ConsoleAccount>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'number',
        head: t('operator.account.number'),
        cell: ({ uid, number, pendingNumber }) => (
          <ConsoleLink to={`accounts/${uid}`}>
            {number === null && pendingNumber === null ? (
              t('operator.account.unnumbered', { uid })
            ) : (
              <FaxNumber of={number ?? pendingNumber} />
            )}
          </ConsoleLink>
        ),
      },
      { key: 'email', head: t('operator.email'), cell: ({ email }) => <Email of={email} /> },
      { key: 'state', head: t('operator.state'), cell: ({ state }) => <AccountPill state={state} /> },
      { key: 'uid', head: t('operator.account.uid'), wide: true, align: 'end', cell: ({ uid }) => uid },
      { key: 'hid', head: t('operator.brand.one'), wide: true, align: 'end', cell: ({ hid }) => hid },
      {
        key: 'login',
        head: t('operator.account.lastLogin'),
        wide: true,
        cell: ({ lastLoginAt }) => <Time of={lastLoginAt} />,
      },
    ],
    [t],
  );
}
