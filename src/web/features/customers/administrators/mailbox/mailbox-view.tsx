import '#web/ui/card.css';
import '../block-rows.css';
import '../log-table.css';
import './mailbox.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FOLDERS } from '#contract/mailbox/inbox.ts';
import type { Folder } from '#contract/mailbox/inbox.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ChildFax } from '#contract/customers/mailbox-view.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pill } from '#web/ui/pill.tsx';
import { Select } from '#web/ui/select.tsx';
import { ListFailed, MultifaxFrame } from '../multifax-frame.tsx';
import type { WayBack } from '../multifax-frame.tsx';
import { MultifaxPager } from '../multifax-pager.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { FaxPages } from './fax-pages.tsx';
import { useMailboxView } from './use-mailbox-view.ts';

/** A read-only view of an account's mailbox: its owner is notified, and nothing in it can be changed here. */
export function MailboxView(props: { uid: string; number: string; back: WayBack }) {
  const { uid, number, back } = props;
  const { t } = useTranslation();
  const [folder, setFolder] = useState<Folder>('Inbox');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<ChildFax | null>(null);
  const list = useMailboxView(uid, folder, page);
  const columns = useColumns(setOpen);
  const title = t('multifax.mailbox.title', { number: formatFaxNumber(number) ?? number });
  return (
    <MultifaxFrame back={back} title={title}>
      <div className="mf-note">
        <Banner tone="info">{t('multifax.mailbox.notice')}</Banner>
      </div>
      <div className="mf-tools">
        <Select
          label={t('multifax.mailbox.folder')}
          look="quiet"
          onChange={(event) => {
            setFolder(FOLDERS.find((one) => one === event.target.value) ?? 'Inbox');
            setPage(1);
          }}
          options={FOLDERS.map((value) => ({ value, label: t(`multifax.mailbox.folders.${value}`) }))}
          value={folder}
        />
      </div>
      {list.refusal !== null && (
        <ListFailed onRetry={list.reload} text={list.refusal || t('multifax.loadFailed')} />
      )}
      {list.refusal === null && (
        <div className="card mf-table mf-rows mf-log">
          <DataTable
            columns={columns}
            label={title}
            placeholder={
              list.loading ? (
                <TableSkeleton label={t('multifax.mailbox.loading')} />
              ) : (
                <EmptyState title={t('multifax.mailbox.empty')} />
              )
            }
            rowKey={(row) => row.fax_id}
            rowState={(row) => (row.is_new === '1' ? 'new' : undefined)}
            rows={list.rows ?? []}
          />
        </div>
      )}
      <MultifaxPager onPage={setPage} page={page} rows={list.rows} total={list.total} />
      {open !== null && <FaxPages fax={open} onClose={() => setOpen(null)} uid={uid} />}
    </MultifaxFrame>
  );
}

function useColumns(onOpen: (fax: ChildFax) => void): readonly Column<ChildFax>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'who',
        head: t('multifax.mailbox.who'),
        cell: (fax) => (
          <span className="mf-who">
            <bdi className="who num" dir="ltr">
              {otherSide(fax) || t('multifax.mailbox.unknown')}
            </bdi>
            {fax.from_company !== '' && <span className="meta">{fax.from_company}</span>}
          </span>
        ),
      },
      {
        key: 'date',
        head: t('multifax.mailbox.date'),
        width: '180px',
        cell: ({ fax_date }) => (
          <bdi className="num" dir="ltr">
            {formatDateTime(fax_date)}
          </bdi>
        ),
      },
      {
        key: 'pages',
        head: t('multifax.mailbox.pages'),
        width: '120px',
        cell: ({ fax_pages }) => (
          <span className="num">{t('multifax.mailbox.count', { count: fax_pages })}</span>
        ),
      },
      {
        key: 'status',
        head: t('multifax.mailbox.status'),
        width: '120px',
        cell: ({ status }) => (
          <Pill tone={status === 'OK' ? 'ok' : 'bad'}>
            {t(status === 'OK' ? 'multifax.mailbox.ok' : 'multifax.mailbox.failed')}
          </Pill>
        ),
      },
      {
        key: 'open',
        head: t('multifax.accounts.head.actions'),
        headHidden: true,
        align: 'end',
        width: '110px',
        className: 'mf-c-end',
        cell: (fax) => (
          <Button
            aria-label={t('multifax.mailbox.openOne', { fax: otherSide(fax) })}
            onClick={() => onOpen(fax)}
            size="sm"
          >
            {t('multifax.mailbox.open')}
          </Button>
        ),
      },
    ],
    [t, onOpen],
  );
}

function otherSide({ fax_from, from_company, sender }: ChildFax): string {
  return formatFaxNumber(fax_from) ?? (from_company || sender || fax_from);
}
