import '../block-rows.css';
import './usage.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { StackedBar } from '#web/ui/stacked-bar.tsx';
import type { ListPlace } from '../sub-page.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import type { UsageRow, UsageState } from './use-usage.ts';

/** Accounts with their pages, and the sum of all of them, not only of those on this page. */
export function UsageTable(props: {
  usage: UsageState;
  place: ListPlace;
  go: (change: Partial<ListPlace>) => void;
}) {
  const { usage, place, go } = props;
  const { t, i18n } = useTranslation();
  const rows = usage.data?.accountList ?? [];
  const most = Math.max(1, ...rows.map(({ total }) => total));
  const columns = useColumns(most);
  return (
    <div className="card mf-table mf-rows mf-usage">
      <DataTable
        columns={columns}
        label={t('multifax.usage.title')}
        onSort={({ key, order }) => go({ sort: key, order })}
        placeholder={
          usage.loading ? (
            <TableSkeleton label={t('multifax.usage.loading')} />
          ) : (
            <EmptyState title={t('multifax.usage.empty')} />
          )
        }
        rowKey={(row) => row.uid}
        rows={rows}
        sort={{ key: place.sort, order: place.order }}
      />
      {rows.length > 0 && (
        <p className="mf-total">
          {t('multifax.usage.total')}
          <span className="num">{formatNumber(usage.data?.pages ?? 0, i18n.language)}</span>
        </p>
      )}
    </div>
  );
}

function useColumns(most: number): readonly Column<UsageRow>[] {
  const { t, i18n } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'faxnumber',
        head: t('multifax.accounts.head.faxnumber'),
        sortable: true,
        width: '180px',
        className: 'mf-c-number',
        cell: ({ faxnumber }) => (
          <bdi className="who num" dir="ltr">
            {faxnumber === null ? t('multifax.accounts.inProcess') : formatFaxNumber(faxnumber)}
          </bdi>
        ),
      },
      {
        key: 'email',
        head: t('multifax.accounts.head.email'),
        sortable: true,
        className: 'mf-c-email',
        cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
      },
      {
        key: 'share',
        head: t('multifax.usage.share'),
        headHidden: true,
        width: '300px',
        className: 'mf-c-share',
        cell: ({ received, sent }) => (
          <StackedBar
            max={most}
            parts={[
              { key: 'received', value: received, tone: 'first' },
              { key: 'sent', value: sent, tone: 'second' },
            ]}
          />
        ),
      },
      {
        key: 'total',
        head: t('multifax.usage.pages'),
        sortable: true,
        align: 'end',
        width: '120px',
        className: 'mf-c-total',
        cell: ({ total }) => <span className="num strong">{formatNumber(total, i18n.language)}</span>,
      },
    ],
    [t, i18n.language, most],
  );
}
