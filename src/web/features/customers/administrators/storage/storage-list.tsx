import '#web/ui/card.css';
import '../block-rows.css';
import './storage.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cloud, Plus, Server, Unplug } from 'lucide-react';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { EgnyteLink } from '#web/shared/faxes/egnyte-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import type { EgnyteConsent } from './use-egnyte-consent.ts';
import { useStorageList, useStorageStatus } from './use-storage.ts';
import type { StorageItem } from './use-storage.ts';

/** The connections with their states; those that are active can be checked and disconnected together (MFS-02 to MFS-04). */
export function StorageList(props: {
  onAdd: () => void;
  onManage: (item: StorageItem) => void;
  egnyte: EgnyteConsent;
}) {
  const { onAdd, onManage, egnyte } = props;
  const { t } = useTranslation();
  const { items, loading, failed, reload } = useStorageList();
  const { connect, disconnect } = useStorageStatus(egnyte);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const columns = useColumns(onManage, connect);
  const rows = items ?? [];
  // Connections that were disconnected or removed elsewhere in the meantime no longer count.
  const chosen = rows.filter(({ id, status }) => status === 'Y' && checked.has(id));
  const disconnectAll = async () => {
    if (await disconnect(chosen)) setChecked(new Set());
  };
  const nameOf = (id: string) => {
    const item = rows.find((row) => row.id === id);
    return item === undefined ? '' : storageAccount(item);
  };
  return (
    <MultifaxFrame
      actions={
        <>
          {chosen.length > 0 && (
            <Button className="mf-delete" icon={Unplug} onClick={() => void disconnectAll()}>
              {t('multifax.storage.disconnectCount', { count: chosen.length })}
            </Button>
          )}
          <Button icon={Plus} onClick={onAdd} variant="primary">
            {t('multifax.storage.add')}
          </Button>
        </>
      }
      title={t('multifax.storage.title')}
    >
      {egnyte.link !== null && (
        <div className="mf-note">
          <EgnyteLink address={egnyte.link}>{t('multifax.storage.consent')}</EgnyteLink>
        </div>
      )}
      {failed && <ListFailed onRetry={reload} text={t('multifax.loadFailed')} />}
      {(items !== undefined || !failed) && (
        <div className="card mf-table mf-rows mf-storage">
          <DataTable
            columns={columns}
            label={t('multifax.storage.title')}
            placeholder={
              loading ? (
                <TableSkeleton label={t('multifax.storage.loading')} />
              ) : (
                <EmptyState title={t('multifax.storage.empty')} />
              )
            }
            rowKey={(row) => row.id}
            rows={rows}
            selection={{
              selected: new Set(chosen.map(({ id }) => id)),
              onChange: setChecked,
              allLabel: t('multifax.storage.selectAll'),
              rowLabel: (id) => t('multifax.storage.select', { account: nameOf(id) }),
              isDisabled: (id) => rows.find((row) => row.id === id)?.status === 'N',
            }}
          />
        </div>
      )}
    </MultifaxFrame>
  );
}

/** Returns the name of a connection's account. */
export function storageAccount({ faxnumber, email }: Pick<StorageItem, 'faxnumber' | 'email'>): string {
  return (faxnumber === null ? null : formatFaxNumber(faxnumber)) ?? email;
}

function useColumns(
  onManage: (item: StorageItem) => void,
  connect: (item: StorageItem) => Promise<void>,
): readonly Column<StorageItem>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'account',
        head: t('multifax.storage.head.account'),
        className: 'mf-c-number',
        cell: (row) => (
          <bdi className="who num" dir="ltr">
            {storageAccount(row)}
          </bdi>
        ),
      },
      {
        key: 'email',
        head: t('multifax.storage.head.email'),
        className: 'mf-c-email',
        cell: (row) => <bdi dir="ltr">{row.email}</bdi>,
      },
      {
        key: 'type',
        head: t('multifax.storage.head.type'),
        className: 'mf-c-type',
        cell: ({ type }) => (
          <span className="rowx">
            <Icon as={type === 'sftp' ? Server : Cloud} size="s" />
            {t(`multifax.storage.type.${type}`)}
          </span>
        ),
      },
      {
        key: 'domain',
        head: t('multifax.storage.head.domain'),
        className: 'mf-c-domain mono',
        cell: ({ domain }) => (
          <bdi className={domain === '' ? 'mf-none' : undefined} dir="ltr">
            {domain || t('multifax.accounts.none')}
          </bdi>
        ),
      },
      {
        key: 'status',
        head: t('multifax.storage.head.status'),
        className: 'mf-c-status',
        cell: ({ status }) => (
          <Pill tone={status === 'Y' ? 'ok' : 'warn'}>
            {t(status === 'Y' ? 'multifax.status.active' : 'multifax.status.pending')}
          </Pill>
        ),
      },
      {
        key: 'actions',
        head: t('multifax.storage.head.actions'),
        headHidden: true,
        align: 'end',
        className: 'mf-c-actions',
        cell: (row) => <Action connect={connect} item={row} onManage={onManage} />,
      },
    ],
    [t, onManage, connect],
  );
}

/** The action of a connection: manage if its status is Y, otherwise connect (MFS-06, MFS-07). */
function Action(props: {
  item: StorageItem;
  onManage: (item: StorageItem) => void;
  connect: (item: StorageItem) => Promise<void>;
}) {
  const { item, onManage, connect } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const account = `${storageAccount(item)} ${t(`multifax.storage.type.${item.type}`)}`;
  if (item.status === 'Y')
    return (
      <Button
        aria-label={t('multifax.storage.manageOne', { account })}
        onClick={() => onManage(item)}
        size="sm"
      >
        {t('multifax.manage')}
      </Button>
    );
  const press = async () => {
    setBusy(true);
    await connect(item);
    setBusy(false);
  };
  return (
    <Button
      aria-label={t('multifax.storage.connectOne', { account })}
      busy={busy}
      onClick={() => void press()}
      size="sm"
    >
      {t('multifax.storage.connect')}
    </Button>
  );
}
