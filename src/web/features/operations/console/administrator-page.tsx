import { useTranslation } from 'react-i18next';
import { operatorAccounts, operatorParents } from '#contract/customers/accounts.admin.ts';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import { useAccountColumns } from './accounts-page.tsx';
import { ConsoleTable } from './console-list.tsx';
import { ConsoleLink, Email } from './console-parts.tsx';
import { useConsole, useConsolePlace } from './console-query.ts';
import { ListedPage } from './listed-page.tsx';
import { AdministratorActions, AdministratorPill } from './administrators-page.tsx';

/** One administrator and the accounts that belong to them. */
export function AdministratorPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const parents = useConsole(operatorParents, { search: '' });
  return (
    <ListedPage
      actions={AdministratorActions}
      facts={(parent) => [
        [t('operator.account.uid'), parent.id],
        [t('operator.email'), <Email key="email" of={parent.email} />],
        [
          t('operator.brand.one'),
          <ConsoleLink key="brand" to={`brands/${parent.hid}`}>
            {parent.hid}
          </ConsoleLink>,
        ],
        [t('operator.parent.services'), `${parent.used}/${parent.services}`],
        [t('operator.parent.pages'), parent.pages],
      ]}
      list={{ to: 'parents', label: t('operator.place.parents') }}
      loaded={parents}
      name={(parent) => parent.username}
      pill={AdministratorPill}
      row={parents.data?.rows.find((parent) => parent.id === id)}
    >
      <Accounts parent={id} />
    </ListedPage>
  );
}

function Accounts({ parent }: { parent: string }) {
  const { t } = useTranslation();
  const { page } = useConsolePlace();
  const query = { parent, 'current-page': page, 'per-page': CONSOLE_PAGE };
  const accounts = useConsole(operatorAccounts, query);
  return (
    <>
      <h2 className="strong">{t('operator.parent.services')}</h2>
      <ConsoleTable
        columns={useAccountColumns()}
        empty={t('operator.parent.noAccounts')}
        label={t('operator.parent.services')}
        loaded={accounts}
        rowKey={(row) => row.uid}
        rows={accounts.data?.rows}
        titled
        to={({ uid }) => `accounts/${uid}`}
        total={accounts.data?.total ?? 0}
      />
    </>
  );
}
