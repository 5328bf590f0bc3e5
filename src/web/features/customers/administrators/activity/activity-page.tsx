import '#web/ui/card.css';
import '../block-rows.css';
import '../log-table.css';
import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { childAccounts } from '#contract/customers/administrators.ts';
import { ownActions } from '#contract/customers/mailbox-view.ts';
import { callApi } from '#web/kit/call-api.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { FaxActivity } from '#web/shared/faxes/fax-activity.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import { MultifaxPager } from '../multifax-pager.tsx';
import { useListPlace } from '../sub-page.ts';
import { TableSkeleton } from '../table-skeleton.tsx';

type Action = ReplyOf<typeof ownActions>['rows'][number];

/** The administrator's actions, or the accesses to the faxes of one of the accounts; nobody can change them. */
export function ActivityPage() {
  const { t } = useTranslation();
  usePageTitle(t('multifax.activity.title'));
  const [uid, setUid] = useState('');
  const lead = t(uid === '' ? 'multifax.activity.lead' : 'activity.lead');
  return (
    <MultifaxFrame
      actions={<AccountChoice onChange={setUid} uid={uid} />}
      lead={lead}
      title={t('multifax.activity.title')}
    >
      {uid === '' ? (
        <OwnActions />
      ) : (
        <div className="card acts-card">
          <FaxActivity key={uid} of={{ uid }} />
        </div>
      )}
    </MultifaxFrame>
  );
}

/** Selects whose activity is shown: the administrator's own, or that of an account. */
function AccountChoice(props: { uid: string; onChange: (uid: string) => void }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: ['multifax', 'numbers'],
    queryFn: () => callApi(childAccounts),
  });
  return (
    <Select
      label={t('multifax.activity.of')}
      labelHidden
      onChange={(event) => props.onChange(event.target.value)}
      options={[
        { value: '', label: t('multifax.activity.own') },
        ...data.map(({ id, fnumber }) => ({
          value: id,
          label: t('multifax.activity.faxes', { number: formatFaxNumber(fnumber) ?? fnumber }),
        })),
      ]}
      value={props.uid}
    />
  );
}

function OwnActions() {
  const { t } = useTranslation();
  const { place, go } = useListPlace({ sort: '', order: 'desc' });
  const { page } = place;
  const query = useQuery({
    queryKey: ['multifax', 'activity', page],
    queryFn: () => callApi(ownActions, { query: { 'current-page': page, 'per-page': PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  return (
    <>
      {query.isError && (
        <ListFailed onRetry={() => void query.refetch()} text={t('multifax.activity.loadFailed')} />
      )}
      {!query.isError && (
        <div className="card mf-table mf-rows mf-log">
          <DataTable
            columns={columns}
            label={t('multifax.activity.title')}
            placeholder={
              query.isPending ? (
                <TableSkeleton label={t('multifax.activity.loading')} />
              ) : (
                <EmptyState title={t('multifax.activity.empty')} />
              )
            }
            rowKey={(row) => row.id}
            rows={query.data?.rows ?? []}
          />
        </div>
      )}
      <MultifaxPager
        onPage={(next) => go({ page: next })}
        page={page}
        rows={query.data?.rows}
        total={query.data?.total ?? 0}
      />
    </>
  );
}

function useColumns(): readonly Column<Action>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'at',
        head: t('multifax.activity.when'),
        width: '180px',
        cell: ({ at }) => (
          <bdi className="num" dir="ltr">
            {formatDateTime(at)}
          </bdi>
        ),
      },
      {
        key: 'who',
        head: t('multifax.activity.who'),
        cell: ({ who }) =>
          who === '' ? <span className="meta">{t('multifax.activity.shared')}</span> : <bdi>{who}</bdi>,
      },
      {
        key: 'action',
        head: t('multifax.activity.what'),
        cell: ({ action }) => {
          const verb = action.replace('.', '_');
          // A verb without its own text is shown as in the audit log.
          return (
            <span className="strong">
              {t(`multifax.activity.actions.${verb}` as never, { defaultValue: action })}
            </span>
          );
        },
      },
      {
        key: 'account',
        head: t('multifax.activity.account'),
        cell: ({ account }) => (
          <bdi className="num" dir="ltr">
            {formatFaxNumber(account) ?? account}
          </bdi>
        ),
      },
      {
        key: 'detail',
        head: t('multifax.activity.detail'),
        className: 'mf-c-detail',
        cell: ({ detail }) => <bdi dir="ltr">{detail}</bdi>,
      },
      {
        key: 'address',
        head: t('multifax.activity.address'),
        width: '150px',
        className: 'mf-c-address',
        cell: ({ address }) => (
          <bdi className="num meta" dir="ltr">
            {address}
          </bdi>
        ),
      },
    ],
    [t],
  );
}
