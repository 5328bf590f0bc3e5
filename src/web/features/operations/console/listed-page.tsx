import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ConsoleFailed, ConsolePage, Facts } from './console-parts.tsx';

/** A page about one row of a short list, with the row's data. */
export function ListedPage<Row extends object>(props: {
  /** The list to which it belongs. */
  list: { to: string; label: string };
  loaded: { isPending: boolean; isError: boolean; refetch: () => unknown };
  /** Undefined while it loads, and if the list has no such row. */
  row: Row | undefined;
  name: (row: Row) => string;
  pill: ComponentType<Row>;
  actions: ComponentType<{ of: Row }>;
  facts: (row: Row) => readonly (readonly [string, ReactNode])[];
  /** Shown above everything, if the page has more than its facts. */
  top?: ReactNode;
  /** Shown beside the facts, which then form a column. */
  main?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { list, loaded, row, pill: RowPill, actions: Actions } = props;
  const name = row === undefined ? list.label : props.name(row);
  return (
    <ConsolePage
      actions={row !== undefined && <Actions of={row} />}
      back={list}
      name={name}
      title={
        <>
          <bdi>{name}</bdi> {row !== undefined && <RowPill {...row} />}
        </>
      }
    >
      {loaded.isPending && <Skeleton height="180px" width="100%" />}
      {row === undefined && loaded.isError && <ConsoleFailed retry={loaded.refetch} />}
      {row === undefined && !loaded.isPending && !loaded.isError && (
        <EmptyState title={t('operator.unknown')} />
      )}
      {row !== undefined && props.top}
      {row !== undefined && props.main === undefined && (
        <>
          <Card className="oc-narrow" title={t('operator.job.facts')}>
            <Facts of={props.facts(row)} />
          </Card>
          {props.children}
        </>
      )}
      {row !== undefined && props.main !== undefined && (
        <div className="oc-two">
          <div>{props.main}</div>
          <div>
            <Card title={t('operator.job.facts')}>
              <Facts of={props.facts(row)} />
            </Card>
            {props.children}
          </div>
        </div>
      )}
    </ConsolePage>
  );
}
