import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorParentSet, operatorParents } from '#contract/customers/accounts.admin.ts';
import type { ConsoleAdministrator } from '#contract/customers/accounts.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, Email, ListTools } from './console-parts.tsx';
import { LIVE_MS, useConsole, useConsolePlace, useAction } from './console-query.ts';
import { May } from './may.tsx';

/** How many services one press adds. */
const MORE = 5;

/** Administrators of several accounts. */
export function AdministratorsPage() {
  const { t } = useTranslation();
  const { search } = useConsolePlace();
  const parents = useConsole(operatorParents, { search: search['search'] ?? '' }, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsoleList
      name={t('operator.place.parents')}
      columns={columns}
      empty={t('operator.parent.none')}
      loaded={parents}
      rowKey={(row) => row.id}
      rows={parents.data?.rows}
      to={({ id }) => `parents/${id}`}
    >
      <ListTools search={t('operator.parent.search')} />
    </ConsoleList>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleAdministrator>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('operator.parent.name'),
        cell: ({ id, username }) => <ConsoleLink to={`parents/${id}`}>{username}</ConsoleLink>,
      },
      {
        key: 'email',
        head: t('operator.email'),
        wide: true,
        cell: ({ email }) => <Email of={email} />,
      },
      { key: 'hid', head: t('operator.brand.one'), wide: true, align: 'end', cell: ({ hid }) => hid },
      {
        key: 'services',
        head: t('operator.parent.services'),
        wide: true,
        align: 'end',
        cell: ({ used, services }) => <span className="num">{`${used}/${services}`}</span>,
      },
      {
        key: 'pages',
        head: t('operator.parent.pages'),
        wide: true,
        align: 'end',
        cell: ({ pages }) => <span className="num">{pages}</span>,
      },
      {
        key: 'state',
        head: t('operator.state'),
        cell: ({ state }) => <AdministratorPill state={state} />,
      },
      actionsColumn(t, (parent) => <AdministratorActions of={parent} />),
    ],
    [t],
  );
}

/** A pill with the state of an administrator. */
export function AdministratorPill({ state }: Pick<ConsoleAdministrator, 'state'>) {
  const { t } = useTranslation();
  return <Pill tone={state === 'active' ? 'ok' : 'bad'}>{t(`operator.parent.state.${state}`)}</Pill>;
}

/** The current actions of an operator on an administrator. */
export function AdministratorActions({ of }: { of: ConsoleAdministrator }) {
  const { t } = useTranslation();
  const act = useAction();
  const { id, username: name, state, services } = of;
  const add = () =>
    act(
      operatorParentSet,
      { id, services: services + MORE },
      { done: t('operator.parent.added', { count: MORE }) },
    );
  const disable = () =>
    act(
      operatorParentSet,
      { id, state: 'disabled' },
      {
        done: t('operator.parent.disabled', { name }),
        question: {
          title: t('operator.parent.disableTitle', { name }),
          body: t('operator.parent.disableText'),
          confirm: t('operator.parent.disable'),
        },
      },
    );
  const enable = () =>
    act(operatorParentSet, { id, state: 'active' }, { done: t('operator.parent.enabled', { name }) });
  return (
    <May call={operatorParentSet}>
      <span className="oc-actions">
        <Button onClick={() => void add()} size="sm">
          {t('operator.parent.add', { count: MORE })}
        </Button>
        {state === 'active' ? (
          <Button onClick={() => void disable()} size="sm" variant="danger-quiet">
            {t('operator.parent.disable')}
          </Button>
        ) : (
          <Button onClick={() => void enable()} size="sm">
            {t('operator.parent.enable')}
          </Button>
        )}
      </span>
    </May>
  );
}
