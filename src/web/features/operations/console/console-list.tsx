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

/** A column of the console; phones omit the wide ones. */
export type ConsoleColumn<Row> = Column<Row> & { wide?: true };

/** The rows of a table and their loading state. */
interface Listing<Row> {
  columns: readonly ConsoleColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  loaded: Loaded;
  /** The text if there are no rows. */
  empty: string;
  /** Set only if the list has pages. */
  total?: number;
  /** Returns the page of a row, below `/operator`, or null if it has none. One of the row's cells links there, too. */
  to?: (row: Row) => string | null;
}

/** The loading state of a table's data. */
interface Loaded {
  isPending: boolean;
  isError: boolean;
  refetch: () => unknown;
}

/** A page of the console that consists of one list; its children are shown above it. */
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

/** Returns the last column of a list, with the actions on a row. */
export function actionsColumn<Row>(t: TFunction, cell: (row: Row) => ReactNode): ConsoleColumn<Row> {
  return { key: 'actions', head: t('operator.actions'), headHidden: true, align: 'end', cell };
}

/** The rows, or a placeholder: bars while they load, a text if there are none, a button to retry. */
export function ConsoleTable<Row>(
  props: Listing<Row> & {
    label: string;
    /** Whether the page has a visible heading above it. */
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
