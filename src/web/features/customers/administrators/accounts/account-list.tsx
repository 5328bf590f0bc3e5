import '../block-rows.css';
import './accounts.css';
import { useTranslation } from 'react-i18next';
import { FileUp, Plus } from 'lucide-react';
import { ACCOUNT_SEARCH_MAX } from '#contract/customers/administrators.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { StackedBar } from '#web/ui/stacked-bar.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { MultifaxPager } from '../multifax-pager.tsx';
import { useListPlace } from '../sub-page.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { useAccountColumns } from './account-columns.tsx';
import { useAccounts } from './use-accounts.ts';
import type { AccountPage } from './use-accounts.ts';

/** The accounts of the administrator, ten per page; offers to add more if any are left (MFA-08, MFA-09). */
export function AccountList(props: {
  onAdd: () => void;
  onBulk: () => void;
  onManage: (account: MultifaxAccount) => void;
}) {
  const { onAdd, onBulk, onManage } = props;
  const { t } = useTranslation();
  const { place, go } = useListPlace({ sort: '', order: 'asc' });
  const list = useAccounts(place);
  const columns = useAccountColumns(onManage);
  const rows = list.data?.accountList ?? [];
  return (
    <MultifaxFrame
      actions={list.data !== undefined && <Allowance data={list.data} onAdd={onAdd} onBulk={onBulk} />}
      title={t('multifax.accounts.title')}
    >
      <div className="mf-tools">
        <SearchField
          clearLabel={t('multifax.accounts.clearSearch')}
          label={t('multifax.accounts.search')}
          maxLength={ACCOUNT_SEARCH_MAX}
          onSearch={(search) => go({ search })}
          value={place.search}
        />
      </div>
      {list.failed && <ListFailed onRetry={list.reload} text={t('multifax.loadFailed')} />}
      {(list.data !== undefined || !list.failed) && (
        <div className="card mf-table mf-rows mf-accounts">
          <DataTable
            columns={columns}
            label={t('multifax.accounts.title')}
            onSort={({ key, order }) => go({ sort: key, order })}
            placeholder={
              list.loading ? (
                <TableSkeleton label={t('multifax.accounts.loading')} />
              ) : (
                <NoRows
                  data={list.data}
                  onAdd={onAdd}
                  onClear={place.search === '' ? undefined : () => go({ search: '' })}
                />
              )
            }
            rowKey={(row) => row.uid}
            rows={rows}
            {...(place.sort === '' ? {} : { sort: { key: place.sort, order: place.order } })}
          />
        </div>
      )}
      <MultifaxPager
        onPage={(page) => go({ page })}
        page={place.page}
        rows={list.data?.accountList}
        total={list.data?.rows ?? 0}
      />
    </MultifaxFrame>
  );
}

/** The number of accounts used out of those allowed, and the button if there are more (MFA-08). */
function Allowance(props: { data: AccountPage; onAdd: () => void; onBulk: () => void }) {
  const { totalUsed, total } = props.data;
  const { t } = useTranslation();
  return (
    <>
      <span className="usage mf-allowance">
        <span className="num">{t('multifax.accounts.used', { used: totalUsed, total })}</span>
        <StackedBar max={total} parts={[{ key: 'used', value: Math.min(totalUsed, total), tone: 'first' }]} />
      </span>
      {totalUsed < total && (
        <Button icon={FileUp} onClick={props.onBulk}>
          {t('multifax.bulk.open')}
        </Button>
      )}
      {totalUsed < total && (
        <Button icon={Plus} onClick={props.onAdd} variant="primary">
          {t('multifax.accounts.add')}
        </Button>
      )}
    </>
  );
}

function NoRows(props: {
  data: AccountPage | undefined;
  onAdd: () => void;
  /** Omitted if there is no search. */
  onClear: (() => void) | undefined;
}) {
  const { data, onClear } = props;
  const { t } = useTranslation();
  if (onClear !== undefined)
    return (
      <EmptyState
        action={
          <Button onClick={onClear} variant="link">
            {t('multifax.accounts.clearSearch')}
          </Button>
        }
        title={t('multifax.accounts.noMatch')}
      />
    );
  const room = data !== undefined && data.totalUsed < data.total;
  return (
    <EmptyState
      text={room ? t('multifax.accounts.emptyText') : undefined}
      title={t('multifax.accounts.empty')}
    />
  );
}
