import './list-pane.css';
import { memo, useDeferredValue } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH } from '#contract/kit/table-query.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { FolderEmpty } from './folder-empty.tsx';
import { ListHeader, ViewSwitch } from './list-header.tsx';
import { ListSkeleton, MessageList } from './message-list.tsx';
import { TableHead } from './table-head.tsx';
import type { FaxPage, InboxPlace, ListPlace } from './use-inbox.ts';
import type { ListVerbs } from './use-list-keys.ts';

interface ListPaneProps {
  page: FaxPage;
  place: InboxPlace;
  /** The rows have columns, over the opened fax. */
  table: boolean;
  verbs: ListVerbs;
}

/** Everything of the middle pane: title and count, search, order, rows, pages. */
export function ListPane(props: ListPaneProps & { inert: boolean }) {
  const { page, place, table, verbs } = props;
  const { t } = useTranslation();
  const { count, toggleAll } = verbs.selection;
  const faxes = page.ids.length;
  return (
    <section aria-label={t('inbox.faxes')} className="list no-print" inert={props.inert}>
      <div className="list-top wide-only">
        <div className="between">
          <h1>{t(`inbox.folder.${place.folder}`)}</h1>
          {!page.loading && !page.failed && <span className="meta num">{countText(page, place, t)}</span>}
        </div>
        <InboxSearchField place={place.list} />
        {table && <ViewSwitch place={place.list} />}
      </div>
      <div className="wide-only">
        {table && count === 0 ? (
          <TableHead faxes={faxes} onToggleAll={toggleAll} place={place.list} />
        ) : (
          <ListHeader
            count={count}
            faxes={faxes}
            onToggleAll={toggleAll}
            place={place.list}
            total={page.folderTotal}
          />
        )}
      </div>
      <ListBody {...props} />
      <ListFooter place={place.list} total={page.total} />
    </section>
  );
}

/** The search box (INBOX-04 to INBOX-06): Enter searches, the cross resets, off in the Outbox. */
export const InboxSearchField = memo(function InboxSearchField(props: { place: ListPlace }) {
  const { place } = props;
  const { t } = useTranslation();
  const off = place.folder === 'Outbox';
  return (
    <SearchField
      clearLabel={t('inbox.clearSearch')}
      disabled={off}
      key={place.folder}
      label={t(off ? 'inbox.searchOff' : 'inbox.search')}
      maxLength={MAX_SEARCH}
      onSearch={place.search}
      value={place.q}
    />
  );
});

function countText(page: FaxPage, place: InboxPlace, t: TFunction): string {
  if (place.q !== '') return t('inbox.someOf', { shown: page.total, count: page.folderTotal });
  return t('inbox.faxCount', { count: page.total });
}

function ListBody(props: ListPaneProps) {
  const { page, place } = props;
  const { t } = useTranslation();
  // Other words to mark are other rows: the answer to the key comes before they are drawn.
  const q = useDeferredValue(place.q);
  if (page.failed)
    return (
      <div className="list-fault">
        <LoadFailed onRetry={page.retry} text={t('inbox.loadError')} />
      </div>
    );
  if (page.loading) return <ListSkeleton />;
  if (page.rows.length === 0) return <FolderEmpty place={place} />;
  return <MessageList key={`${place.folder} ${q}`} {...props} q={q} />;
}

const ListFooter = memo(function ListFooter(props: { total: number; place: ListPlace }) {
  const { total, place } = props;
  const { t } = useTranslation();
  const paged = total > place.pageSize;
  if (!paged && place.q === '') return null;
  const first = (place.page - 1) * place.pageSize + 1;
  const last = Math.min(place.page * place.pageSize, total);
  return (
    <div className="list-btm">
      <span className="meta num">
        {paged ? t('inbox.range', { first, last, total }) : t('inbox.searched')}
      </span>
      <Pager onPage={place.goToPage} page={place.page} pageSize={place.pageSize} total={total} />
    </div>
  );
});
