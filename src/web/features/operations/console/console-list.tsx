import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CONSOLE_PAGE } from '#contract/faxes/queue.admin.ts';
import { Pager } from '#web/kit/pager.tsx';
import { useNarrow } from '#web/kit/screen.ts';
import { useLastPage } from '#web/kit/use-last-page.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ConsoleFailed, ConsolePage } from './console-parts.tsx';
import { useConsolePlace } from './console-query.ts';

/** A column of the console; phones leave out the wide ones. */
export type ConsoleColumn<Row> = Column<Row> & { wide?: true };

/** Rows, and what is known of them. */
interface Listing<Row> {
  columns: readonly ConsoleColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  loaded: Loaded;
  /** What is said where there are none. */
  empty: string;
  /** Only where the list has pages. */
  total?: number;
  /** Where a row leads, below `/operator`; null for one that leads nowhere. One of its cells links there, too. */
  to?: (row: Row) => string | null;
}

/** What a table needs to know of its data. */
interface Loaded {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** A page of the console that is one list: what belongs over it are its children. */
export function ConsoleList<Row>(
  props: Listing<Row> & { name: string; lead?: string; actions?: ReactNode; children?: ReactNode },
) {
  const { name, lead, actions, children, ...list } = props;
  return (
    <ConsolePage actions={actions} lead={lead} name={name} title={name}>
      {children}
      <ConsoleTable label={name} {...list} />
    </ConsolePage>
  );
}

/** The last column of a list: what can be done with a row. */
export function actionsColumn<Row>(t: TFunction, cell: (row: Row) => ReactNode): ConsoleColumn<Row> {
  return { key: 'actions', head: t('operator.actions'), headHidden: true, align: 'end', cell };
}

/** Rows, or what stands in their place: bars while they come, a sentence when there are none, a way to try again. */
export function ConsoleTable<Row>(
  props: Listing<Row> & {
    label: string;
    /** The page has a heading over it that everybody sees. */
    titled?: boolean;
  },
) {
  const { columns, rows, loaded, total } = props;
  const narrow = useNarrow();
  const { page, go } = useConsolePlace();
  const open = useOpen(props.to);
  useFilledPage(rows, total);
  if (loaded.isError && rows === undefined) return <ConsoleFailed retry={loaded.refetch} />;
  return (
    <>
      {props.titled !== true && <h2 className="sr">{props.label}</h2>}
      <div className="card oc-table">
        <DataTable
          columns={narrow ? columns.filter(({ wide }) => wide !== true) : columns}
          dense
          label={props.label}
          {...(open && { onOpen: open })}
          placeholder={loaded.isPending ? <Bars /> : <EmptyState title={props.empty} />}
          rowKey={props.rowKey}
          rows={rows ?? []}
        />
      </div>
      {total !== undefined && (
        <div className="oc-pager">
          <Pager onPage={(next) => go({ page: next })} page={page} pageSize={CONSOLE_PAGE} total={total} />
        </div>
      )}
    </>
  );
}

/**
 * A page that has nothing any more gives way to the one before, as nobody counts these lists to their end; where that has
 * nothing either, to the first.
 */
function useFilledPage(rows: readonly unknown[] | undefined, total: number | undefined): void {
  const { page, go } = useConsolePlace();
  const before = useRef<number | null>(null);
  useLastPage(rows && total !== undefined ? { rows: rows.length, total } : undefined, {
    page,
    pageSize: CONSOLE_PAGE,
    go: (last) => {
      const next = page === before.current ? 1 : last;
      before.current = next;
      go({ page: next }, true);
    },
  });
}

/** Opens the page of a row, wherever the row is clicked. */
function useOpen<Row>(to: ((row: Row) => string | null) | undefined) {
  const navigate = useNavigate();
  if (to === undefined) return undefined;
  return (row: Row) => {
    const place = to(row);
    if (place === null || String(getSelection()) !== '') return;
    void navigate({ to: '/operator/$', params: { _splat: place }, search: {} as never });
  };
}

function Bars() {
  const { t } = useTranslation();
  return (
    <div className="oc-bars">
      <span className="sr">
        <Spinner label={t('operator.loading')} />
      </span>
      {['40%', '55%', '35%', '50%'].map((width) => (
        <div aria-hidden="true" key={width}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
