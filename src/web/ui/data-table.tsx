import './data-table.css';
import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { Icon } from './icon.tsx';

/** A column. Keep the array and its `cell` functions stable (module level or useMemo): row memoization needs it. */
export interface Column<Row> {
  key: string;
  head: string;
  /** Hides the text of the head if the column is self-explanatory (actions); screen readers still read it. */
  headHidden?: boolean;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  width?: string;
  sortable?: boolean;
  className?: string;
}

/** The current order. */
export interface Sort {
  key: string;
  order: 'asc' | 'desc';
}

/** Checkboxes in front of the rows, and one for all of them. */
export interface TableSelection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  allLabel: string;
  rowLabel: (key: string) => string;
  /** Whether the page has its checkbox for all rows elsewhere, in a bar above the table. */
  allElsewhere?: boolean;
  /** Returns whether a row cannot be selected. If that changes for a row, the row must be a new object. */
  isDisabled?: (key: string) => boolean;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  selection?: TableSelection;
  /** Marks rows as new (bold) or open (tinted). */
  rowState?: (row: Row) => 'new' | 'open' | undefined;
  /** Makes whole rows clickable; put a real link or button into one cell for keyboard users. */
  onOpen?: (row: Row) => void;
  dense?: boolean;
  /** Shown in place of rows: skeleton rows or an empty state. */
  placeholder?: ReactNode;
}

/** A native table with memoized rows: at 100 rows it responds many times faster than a grid widget. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, rows, rowKey, selection } = props;
  const width = columns.length + (selection === undefined ? 0 : 1);
  const { toggle, open } = useLiveVerbs(props);
  return (
    <table
      aria-label={props.label}
      className="t"
      data-dense={props.dense || undefined}
      data-open={props.onOpen !== undefined || undefined}
    >
      <thead>
        <tr>
          {selection !== undefined && (
            <SelectAll
              empty={rows.length === 0}
              keys={rows.map(rowKey).filter((key) => selection.isDisabled?.(key) !== true)}
              selection={selection}
            />
          )}
          {columns.map((column) => (
            <Head
              align={column.align}
              column={column}
              key={column.key}
              onSort={props.onSort}
              sort={props.sort}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 && props.placeholder !== undefined && (
          <tr className="t-empty">
            <td colSpan={width}>{props.placeholder}</td>
          </tr>
        )}
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <BodyRow
              checked={selection?.selected.has(key)}
              columns={columns}
              fixed={selection?.isDisabled?.(key) === true}
              key={key}
              onCheck={selection === undefined ? undefined : toggle}
              onOpen={props.onOpen === undefined ? undefined : open}
              row={row}
              rowId={key}
              rowLabel={selection?.rowLabel(key)}
              state={props.rowState?.(row)}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/** Memoized rows keep the callbacks of their first render, so these are stable and read the state when called. */
function useLiveVerbs<Row>(props: TableProps<Row>) {
  const live = useRef(props);
  useLayoutEffect(() => {
    live.current = props;
  });
  const toggle = useCallback((key: string, on: boolean) => {
    const { selection } = live.current;
    selection?.onChange(withKey(selection.selected, key, on));
  }, []);
  const open = useCallback((row: Row) => live.current.onOpen?.(row), []);
  return { toggle, open };
}

function withKey(selected: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  if (on) next.add(key);
  else next.delete(key);
  return next;
}

function SelectAll(props: { empty: boolean; keys: readonly string[]; selection: TableSelection }) {
  const { empty, keys, selection } = props;
  if (empty || selection.allElsewhere === true) return <td aria-hidden="true" className="t-check" />;
  const chosen = keys.filter((key) => selection.selected.has(key)).length;
  const all = keys.length > 0 && chosen === keys.length;
  return (
    <th className="t-check" scope="col">
      <Checkbox
        aria-label={selection.allLabel}
        checked={all}
        disabled={keys.length === 0}
        mixed={chosen > 0 && !all}
        onChange={() => selection.onChange(new Set(all ? [] : keys))}
      />
    </th>
  );
}

function Head<Row>(props: {
  column: Column<Row>;
  align: 'start' | 'end' | undefined;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const { column, sort, onSort } = props;
  const order = sort?.key === column.key ? sort.order : undefined;
  const sortable = column.sortable === true && onSort !== undefined;
  const words = column.headHidden === true ? <span className="sr">{column.head}</span> : column.head;
  return (
    <th
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
      data-align={props.align}
      scope="col"
      style={column.width === undefined ? undefined : { inlineSize: column.width }}
    >
      {sortable ? (
        <button
          onClick={() => onSort({ key: column.key, order: order === 'asc' ? 'desc' : 'asc' })}
          type="button"
        >
          {words}
          {order !== undefined && <Icon as={order === 'asc' ? ArrowUp : ArrowDown} size="xs" />}
        </button>
      ) : (
        words
      )}
    </th>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  state: 'new' | 'open' | undefined;
  checked: boolean | undefined;
  fixed: boolean;
  rowId: string;
  rowLabel: string | undefined;
  onCheck: ((key: string, on: boolean) => void) | undefined;
  onOpen: ((row: Row) => void) | undefined;
}

/** Renders a row again only if its visible data change. */
const BodyRow = memo(
  PlainRow,
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.state === b.state &&
    a.checked === b.checked &&
    a.fixed === b.fixed,
) as typeof PlainRow;

function PlainRow<Row>(props: BodyRowProps<Row>): ReactElement {
  const { row, rowId, columns, state, checked, onCheck, onOpen } = props;
  const open = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    // Clicks in a dialog that a cell has opened also bubble up to here, although the dialog is outside of the row.
    const inRow = target !== null && event.currentTarget.contains(target);
    if (inRow && target.closest('a,button,input,label') === null) onOpen?.(row);
  };
  return (
    <tr
      data-checked={checked || undefined}
      data-state={state}
      onClick={onOpen === undefined ? undefined : open}
    >
      {onCheck !== undefined && (
        <td className="t-check">
          <Checkbox
            aria-label={props.rowLabel}
            checked={checked === true}
            disabled={props.fixed}
            onChange={(event) => onCheck(rowId, event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td className={column.className} data-align={column.align} key={column.key}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
