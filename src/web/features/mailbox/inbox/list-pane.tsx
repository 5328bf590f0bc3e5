import './list-pane.css';
import { memo, useDeferredValue } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UseTranslationResponse } from 'react-i18next';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { formatNumber } from '#web/kit/format-number.ts';
import { LoadFailed } from '#web/kit/load-failed.tsx';
import { Pager } from '#web/kit/pager.tsx';
import { FolderEmpty } from './folder-empty.tsx';
import { ListHeader, ViewSwitch } from './list-header.tsx';
import { faultsOf, isSearch, listTitle } from './list-query.ts';
import { ListSkeleton, MessageList } from './message-list.tsx';
import { SearchBox } from './search-box.tsx';
import { TableHead } from './table-head.tsx';
import type { FaxPage, InboxPlace, ListPlace } from './use-inbox.ts';
import type { ListVerbs } from './use-list-keys.ts';

interface ListPaneProps {
  page: FaxPage;
  place: InboxPlace;
  /** Whether the rows have columns, above the open fax. */
  table: boolean;
  verbs: ListVerbs;
}

/** The middle pane: title and count, search, order, rows, pager. */
export function ListPane(props: ListPaneProps & { inert: boolean; selectLine: ReactNode }) {
  const { page, place, table, verbs } = props;
  const { t, i18n } = useTranslation();
  const { count, toggleAll } = verbs.selection;
  const faxes = page.ids.length;
  const searches = isSearch(place);
  const found = foundText(page, place, { t, i18n });
  return (
    <section aria-label={t('inbox.faxes')} className="list no-print" inert={props.inert}>
      <div className="list-top wide-only">
        <div className="between">
          <h1>{listTitle(place, t)}</h1>
          {!searches && !page.loading && !page.failed && (
            <span className="meta num">{t('inbox.faxCount', { count: page.total })}</span>
          )}
          {searches && table && <output className="meta num">{found}</output>}
        </div>
        <SearchBox place={place.list} />
        {table && <ViewSwitch place={place.list} />}
      </div>
      <div className="wide-only">
        {table && count === 0 ? (
          <TableHead faxes={faxes} onToggleAll={toggleAll} place={place.list} />
        ) : (
          <ListHeader
            count={count}
            faxes={faxes}
            found={searches ? found : null}
            onToggleAll={toggleAll}
            place={place.list}
            total={page.folderTotal}
          />
        )}
      </div>
      {props.selectLine}
      <ListBody {...props} />
      <ListFooter place={place.list} total={page.total} />
    </section>
  );
}

type Words = Pick<UseTranslationResponse<'translation', undefined>, 't' | 'i18n'>;

/** Returns how many faxes a search found, once that is known; null in a folder. */
export function foundText(page: FaxPage, place: ListPlace, { t, i18n }: Words): string | null {
  if (place.q === '') return null;
  if (page.loading || page.failed || faultsOf(place).length > 0) return '';
  // The placeholder for the rows reports an empty result.
  if (page.total === 0) return '';
  if (page.more) return t('inbox.tooMany', { total: formatNumber(page.total, i18n.language) });
  const faxes = t('inbox.faxCount', { count: page.total });
  const [only, second] = place.folder === 'Deleted' ? [place.folder] : readSearchLine(place.q).query.folders;
  return only !== undefined && second === undefined
    ? t('inbox.foundIn', { faxes, folder: t(`inbox.folder.${only}`) })
    : t('inbox.found', { faxes });
}

function ListBody(props: ListPaneProps) {
  const { page, place } = props;
  const { t } = useTranslation();
  // Other words to mark mean other rows: the response to the key comes before they render.
  const q = useDeferredValue(place.q);
  // The search box shows what is wrong with the search.
  if (faultsOf(place).length > 0) return <div className="list-empty" />;
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
  if (total <= place.pageSize) return null;
  const first = (place.page - 1) * place.pageSize + 1;
  const last = Math.min(place.page * place.pageSize, total);
  return (
    <div className="list-btm">
      <span className="meta num">{t('inbox.range', { first, last, total })}</span>
      <Pager onPage={place.goToPage} page={place.page} pageSize={place.pageSize} total={total} />
    </div>
  );
});
