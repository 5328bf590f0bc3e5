import './recent-table.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DashboardRow } from '#contract/mailbox/dashboard.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { formatDateTime } from '#web/kit/format-date.ts';
import { spokenName } from '#web/shared/faxes/spoken-name.ts';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { ShowSelect } from './show-select.tsx';
import { useShownRows } from './use-shown-rows.ts';

/** One of the two tables of recent faxes; its rows open the fax in its folder. */
export function RecentTable(props: { kind: 'received' | 'sent'; rows: readonly DashboardRow[] }) {
  const { kind, rows } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns(kind);
  const shown = useShownRows(rows);
  const title = kind === 'received' ? t('dashboard.received') : t('dashboard.sent');
  return (
    <Card action={<ShowSelect choice={shown.choice} table={title} />} title={title}>
      <div className="recent">
        <DataTable
          columns={columns}
          dense
          label={title}
          onOpen={(row) => void navigate(placeOf(kind, row))}
          placeholder={
            <span className="meta">
              {kind === 'received' ? t('dashboard.noneReceived') : t('dashboard.noneSent')}
            </span>
          }
          rowKey={(row) => row.fid}
          rows={shown.rows}
          rowState={(row) => (kind === 'received' && row.is_new === '1' ? 'new' : undefined)}
        />
      </div>
    </Card>
  );
}

/** Returns the other party: by name if known, otherwise by number; null for neither. */
function nameOf(row: DashboardRow): string | null {
  return spokenName(row.name ?? '', row.sender) || formatFaxNumber(row.sender);
}

/** Returns the address of a fax. */
function placeOf(kind: 'received' | 'sent', row: DashboardRow) {
  const folder = kind === 'received' ? ('Inbox' as const) : ('Sent' as const);
  return { to: '/inbox' as const, search: { folder, fax: row.fid } };
}

/** Returns the columns; stable between renders, because the memoization of rows depends on them. */
function useColumns(kind: 'received' | 'sent'): readonly Column<DashboardRow>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'who',
        head: kind === 'received' ? t('dashboard.from') : t('dashboard.to'),
        width: '31%',
        className: 'recent-who',
        cell: (row) => (
          <>
            <span aria-hidden="true" className="dot" />
            <Link className="who num" {...placeOf(kind, row)}>
              <bdi>{nameOf(row) ?? t('dashboard.unknown')}</bdi>
            </Link>
            {kind === 'received' && row.is_new === '1' && <span className="sr">{t('dashboard.new')}</span>}
          </>
        ),
      },
      {
        key: 'company',
        head: t('dashboard.company'),
        className: 'recent-company',
        cell: (row) => row.companyname || <span className="meta">–</span>,
      },
      {
        key: 'pages',
        head: t('dashboard.pages'),
        align: 'end',
        width: '70px',
        className: 'recent-pages num',
        cell: (row) => (
          <>
            <span className="wide-only">{row.pages}</span>
            <span className="narrow-only">{t('dashboard.pageCount', { count: row.pages })}</span>
          </>
        ),
      },
      {
        key: 'date',
        head: t('dashboard.date'),
        align: 'end',
        width: '168px',
        className: 'recent-date num',
        cell: (row) => <bdi dir="ltr">{formatDateTime(row.date)}</bdi>,
      },
    ],
    [kind, t],
  );
}
