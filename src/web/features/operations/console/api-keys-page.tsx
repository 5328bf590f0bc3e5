import { KEY_PREFIX } from '#contract/v1/keys.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorApiKeyRemove, operatorApiKeys } from '#contract/identity/api-keys.admin.ts';
import type { ConsoleApiKey } from '#contract/identity/api-keys.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ConsoleList, actionsColumn } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink, FaxNumber, ListTools, Time } from './console-parts.tsx';
import { LIVE_MS, useAction, useConsole, useConsolePlace } from './console-query.ts';

/** The keys of customers' programs; operators can stop a program here that is out of control. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const { search } = useConsolePlace();
  const keys = useConsole(operatorApiKeys, { search: search['search'] ?? '' }, LIVE_MS);
  const columns = useColumns();
  return (
    <ConsoleList
      columns={columns}
      empty={t('operator.apiKey.none')}
      lead={t('operator.apiKey.lead')}
      loaded={keys}
      name={t('operator.place.apiKeys')}
      rowKey={(row) => row.id}
      rows={keys.data?.rows}
    >
      <ListTools search={t('operator.apiKey.search')} />
    </ConsoleList>
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleApiKey>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { key: 'name', head: t('operator.apiKey.name'), cell: (row) => <Name of={row} /> },
      { key: 'holder', head: t('operator.apiKey.holder'), cell: (row) => <Holder of={row} /> },
      {
        key: 'scopes',
        head: t('operator.apiKey.scopes'),
        wide: true,
        cell: ({ scopes }) => <bdi dir="ltr">{scopes.join(', ')}</bdi>,
      },
      {
        key: 'lastUsed',
        head: t('operator.apiKey.lastUsed'),
        wide: true,
        cell: ({ lastUsedAt, lastAddress }) =>
          lastUsedAt === null ? (
            <span className="meta">{t('operator.apiKey.neverUsed')}</span>
          ) : (
            <>
              <Time of={lastUsedAt} />{' '}
              <bdi className="meta" dir="ltr">
                {lastAddress}
              </bdi>
            </>
          ),
      },
      { key: 'calls', head: t('operator.apiKey.callsToday'), cell: (row) => <Calls of={row} /> },
      {
        key: 'expires',
        head: t('operator.apiKey.expires'),
        wide: true,
        cell: ({ expiresAt }) => (expiresAt === null ? t('operator.apiKey.never') : <Time of={expiresAt} />),
      },
      actionsColumn(t, (row) => <Remove of={row} />),
    ],
    [t],
  );
}

function Name({ of }: { of: ConsoleApiKey }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi className="strong">{of.name}</bdi>{' '}
      {of.mode === 'test' && <Pill tone="plain">{t('operator.apiKey.test')}</Pill>}{' '}
      {of.expired && <Pill tone="bad">{t('operator.apiKey.expired')}</Pill>}
      <br />
      <bdi className="oc-code meta" dir="ltr">
        {KEY_PREFIX + of.id}
      </bdi>
    </>
  );
}

function Holder({ of: { kind, holder, uid } }: { of: ConsoleApiKey }) {
  const { t } = useTranslation();
  if (kind === 'operator') return t('operator.apiKey.ofOperators');
  return (
    <ConsoleLink to={`${kind === 'account' ? 'accounts' : 'parents'}/${uid ?? ''}`}>
      {kind === 'account' ? <FaxNumber of={holder} /> : <bdi>{holder}</bdi>}
    </ConsoleLink>
  );
}

function Calls({ of: { callsToday, refusedToday } }: { of: ConsoleApiKey }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <>
      {number.format(callsToday)}{' '}
      {refusedToday > 0 && (
        <Pill tone="warn">{t('operator.apiKey.refused', { n: number.format(refusedToday) })}</Pill>
      )}
    </>
  );
}

function Remove({ of: { id, name } }: { of: ConsoleApiKey }) {
  const { t } = useTranslation();
  const act = useAction();
  const remove = () =>
    act(
      operatorApiKeyRemove,
      { id },
      {
        done: t('operator.apiKey.deleted'),
        question: {
          title: t('operator.apiKey.deleteTitle', { name }),
          body: t('operator.apiKey.deleteText'),
          confirm: t('operator.apiKey.delete'),
        },
      },
    );
  return (
    <Button onClick={() => void remove()} size="sm" variant="danger-quiet">
      {t('operator.apiKey.delete')}
    </Button>
  );
}
