import './list-pane.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MAX_SEARCH } from '#contract/kit/table-query.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { FolderEmpty } from './folder-empty.tsx';
import { ListHeader } from './list-header.tsx';
import { ListSkeleton, MessageList } from './message-list.tsx';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import type { ListVerbs } from './use-list-keys.ts';

interface ListPaneProps {
  page: FaxPage;
  place: InboxPlace;
  verbs: ListVerbs;
}

/** Everything of the middle pane: title and count, search, order, rows, pages. */
export function ListPane(props: ListPaneProps & { inert: boolean }) {
  const { page, place, verbs } = props;
  const { t } = useTranslation();
  return (
    <section aria-label={t('inbox.faxes')} className="list no-print" inert={props.inert}>
      <div className="list-top wide-only">
        <div className="between">
          <h1>{t(`inbox.folder.${place.folder}`)}</h1>
          {!page.loading && !page.failed && <span className="meta num">{countText(page, place, t)}</span>}
        </div>
        <InboxSearchField place={place} />
      </div>
      <div className="wide-only">
        <ListHeader page={page} place={place} selection={verbs.selection} />
      </div>
      <ListBody {...props} />
      <ListFooter page={page} place={place} />
    </section>
  );
}

/** The search box (D1 §2): Enter searches, the cross resets, off in the Outbox. */
export function InboxSearchField(props: { place: InboxPlace }) {
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
}

function countText(page: FaxPage, place: InboxPlace, t: TFunction): string {
  if (place.q !== '') return t('inbox.someOf', { shown: page.total, count: page.folderTotal });
  return t('inbox.faxCount', { count: page.total });
}

function ListBody(props: ListPaneProps) {
  const { page, place } = props;
  const { t } = useTranslation();
  if (page.failed)
    return (
      <div className="list-fault">
        <LoadFailed onRetry={page.retry} text={t('inbox.loadError')} />
      </div>
    );
  if (page.loading) return <ListSkeleton />;
  if (page.rows.length === 0) return <FolderEmpty place={place} />;
  return <MessageList key={`${place.folder} ${place.q}`} {...props} />;
}

function ListFooter(props: { page: FaxPage; place: InboxPlace }) {
  const { page, place } = props;
  const { t } = useTranslation();
  const paged = page.total > place.pageSize;
  if (!paged && place.q === '') return null;
  const first = (place.page - 1) * place.pageSize + 1;
  const last = Math.min(place.page * place.pageSize, page.total);
  return (
    <div className="list-btm">
      <span className="meta num">
        {paged ? t('inbox.range', { first, last, total: page.total }) : t('inbox.searched')}
      </span>
      <Pager onPage={place.goToPage} page={place.page} pageSize={place.pageSize} total={page.total} />
    </div>
  );
}
