import { memo, useCallback, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useRouter, useSearch } from '@tanstack/react-router';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { hasFolder, roleOf, useMay } from '#web/shared/mailbox/role.ts';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { later } from '#web/ui/later.tsx';
import { FolderList } from './folder-list.tsx';
import { stateOf } from './inbox-state.ts';
import { useFullScreen } from './reader-state.ts';
import { SplitView } from './split-view.tsx';
import { SortMenu } from './list-header.tsx';
import { isSearch, listTitle } from './list-query.ts';
import { ListPane, foundText } from './list-pane.tsx';
import { MessageActions, TeamActions } from './message-actions.tsx';
import { MobileBars } from './mobile-bars.tsx';
import { OpenedMessage } from './opened-message.tsx';
import { placeholderKind } from './placeholder-kind.ts';
import { ReaderPlaceholder } from './reader-placeholder.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectLine } from './select-line.tsx';
import { useBulk } from './use-bulk.ts';
import type { Bulk } from './use-bulk.ts';
import { useFaxActions } from './use-fax-actions.ts';
import { useFaxPage, useInboxPlace } from './use-inbox.ts';
import type { FaxPage, InboxPlace } from './use-inbox.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { useOpenedFax } from './use-opened-fax.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import { useSelection } from './use-selection.ts';
import type { SelectionVerbs } from './use-selection.ts';
import { useTargets } from './use-targets.ts';
import type { TargetVerbs } from './use-targets.ts';
import { useFirstEntry } from './use-welcome.ts';

const DeletedActions = later(async () => (await import('./deleted-actions.tsx')).DeletedActions);
const OutboxTable = later(async () => (await import('./outbox-table.tsx')).OutboxTable);
const TeamNamesFeed = later<object>(async () => (await import('./team/team-names-feed.tsx')).TeamNamesFeed);
const SentProgress = later(async () => (await import('./sent-progress.tsx')).SentProgress);

/** The state that the parts of the page share. */
interface Inbox {
  place: InboxPlace;
  page: FaxPage;
  selection: SelectionVerbs;
  opened: OpenedFax | null;
  verbs: TargetVerbs;
  bulk: Bulk;
  narrow: boolean;
}

function useInbox(): Inbox {
  const place = useInboxPlace();
  const narrow = useNarrow();
  const { folder, page: number, pageSize, sort, order, q } = place;
  const page = useFaxPage({ folder, page: number, pageSize, sort, order, q });
  useKeptPlace(place, page);
  const { close } = place;
  const router = useRouter();
  const closeOpened = useCallback(() => {
    if (stateOf(readInboxSearch(router.state.location.search)).fax !== null) close();
  }, [close, router]);
  const selection = useSelection(`${folder} ${number} ${q}`, page.ids, closeOpened);
  const actions = useFaxActions(folder);
  const opened = useOpenedFax(place, page, actions);
  const bulk = useBulk(place, page, selection);
  const verbs = useTargets({ page, selection, opened, actions, place, bulk });
  return { place, page, selection, opened, verbs, bulk, narrow };
}

/** Inbox | Messages: folders, list and reader; on phones one at a time (INBOX-01 to INBOX-10). */
export function InboxPage() {
  const inbox = useInbox();
  const { place, narrow } = inbox;
  const { t } = useTranslation();
  const main = useMainData();
  const team = main?.team === true;
  const { sent, fax } = readInboxSearch(useSearch({ strict: false }));
  usePageTitle(sent === undefined ? listTitle(place, t) : t('inbox.sending.title'));
  if (!hasFolder(roleOf(main), place.folder))
    return <Navigate replace search={{ folder: 'Sent' }} to="/inbox" />;
  // The overlays of the Outbox on phones have their own bars.
  const covered = place.folder === 'Outbox' && (sent !== undefined || fax !== undefined);
  return (
    <div className="panes" data-narrow={narrow || undefined}>
      {team && <TeamNamesFeed />}
      {!narrow && <FolderList />}
      {narrow && !covered && <PhoneBars inbox={inbox} />}
      {sent === undefined ? (
        <FolderContent inbox={inbox} />
      ) : (
        <SentProgress fids={sent} key={sent} narrow={narrow} />
      )}
    </div>
  );
}

function FolderContent(props: { inbox: Inbox }) {
  const { inbox } = props;
  const { page, place, selection, verbs, opened, bulk, narrow } = inbox;
  // The list updates in the next frame; the pages, which take longer to render, follow. Phones show one of them.
  const read = useDeferredValue(inbox);
  useInboxKeys(inbox);
  if (place.folder === 'Outbox') return <OutboxTable narrow={narrow} place={place} />;
  const table = place.view === 'horizontal' && !narrow;
  const list = (
    <ListPane
      inert={narrow && opened !== null}
      page={page}
      place={place}
      selectLine={<SelectLine bulk={bulk} onClear={selection.clear} page={page} place={place.list} />}
      table={table}
      verbs={{
        selection,
        open: (id, replace) => {
          selection.clear();
          place.open(id, replace);
        },
        remove: verbs.remove,
        archive: verbs.archive,
        tapChecks: narrow && selection.count > 0,
      }}
    />
  );
  const reader = (!narrow || opened !== null) && <Reader inbox={narrow ? inbox : read} />;
  if (table) return <SplitView list={list} reader={reader} />;
  return (
    <>
      {list}
      {reader}
    </>
  );
}

const Reader = memo(function Reader(props: { inbox: Inbox }) {
  const { page, place, selection, verbs, opened, narrow } = props.inbox;
  const { t } = useTranslation();
  const { full } = useFullScreen();
  const horizontal = place.view === 'horizontal';
  const touched = opened !== null || selection.count > 0 || place.q !== '' || place.folder !== 'Inbox';
  const firstEntry = useFirstEntry(touched);
  const kind = placeholderKind({
    selected: selection.count,
    q: place.q,
    total: page.total,
    loading: page.loading,
    firstEntry,
  });
  const Actions = place.folder === 'Deleted' ? DeletedActions : MessageActions;
  return (
    <section aria-label={t('inbox.reader')} className="read" data-full={full || undefined}>
      {verbs.rows.length > 0 && <Actions opened={opened} place={place} verbs={verbs} />}
      {opened === null ? (
        <ReaderPlaceholder kind={kind} page={page} place={place} selection={selection} />
      ) : (
        <OpenedMessage
          in={narrow ? 'phone' : horizontal ? 'below' : 'beside'}
          opened={opened}
          place={place}
        />
      )}
    </section>
  );
});

/** The phone's bars and, when opened, its search line. */
function PhoneBars(props: { inbox: Inbox }) {
  const { inbox } = props;
  const { place } = inbox;
  const words = useTranslation();
  const may = useMay('work');
  const team = useMainData()?.team === true && may;
  const [asked, setAsked] = useState(false);
  const searching = (asked || place.q !== '') && place.folder !== 'Outbox';
  return (
    <>
      <MobileBars
        {...inbox}
        onSearching={(on) => {
          setAsked(on);
          if (!on && place.q !== '') place.search('');
        }}
        searching={searching}
      />
      {team && inbox.selection.count > 0 && (
        <div className="work-strip no-print">
          <TeamActions rows={inbox.verbs.rows} />
        </div>
      )}
      {searching && inbox.opened === null && (
        <div className="mobile-search no-print">
          <div className="grow">
            <SearchBox place={place.list} />
            {place.q !== '' && <output className="meta">{foundText(inbox.page, place, words)}</output>}
          </div>
          {!isSearch(place) && <SortMenu place={place.list} />}
        </div>
      )}
    </>
  );
}
