import '#web/ui/side-column.css';
import './folder-list.css';
import { memo } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouter } from '@tanstack/react-router';
import {
  Archive,
  Clock,
  FilePen,
  Inbox,
  Layers,
  PanelLeftClose,
  PanelLeftOpen,
  Pencil,
  Send,
  Trash2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { FOLDERS } from '#contract/mailbox/inbox.ts';
import type { ListFolder } from '#contract/mailbox/inbox.ts';
import { keyCaps } from '#web/kit/hotkeys.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { hasFolder, roleOf, useMay } from '#web/shared/mailbox/role.ts';
import { useUnreadEverywhere } from '#web/shared/identity/own-accounts.ts';
import type { TeamLinksProps } from '#web/shared/mailbox/team/team-links.tsx';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { folderSearch, stateOf } from './inbox-state.ts';
import { useRail } from './use-rail.ts';

const TeamLinks = later<TeamLinksProps>(
  async () => (await import('#web/shared/mailbox/team/team-links.tsx')).TeamLinks,
);

const ICONS: Readonly<Record<ListFolder, LucideIcon>> = {
  Inbox,
  Outbox: Clock,
  Sent: Send,
  Archive,
  Deleted: Trash2,
};

/**
 * The folders of wide screens with their counts, and «Send fax» above them. It collapses to icons. `beside` is set on
 * other pages, such as compose, on which no folder is open.
 */
export const FolderList = memo(function FolderList(props: { beside?: boolean }) {
  const { t } = useTranslation();
  const rail = useRail();
  const may = useMay('send');
  const reads = useMay('read');
  const main = useMainData();
  const team = main?.team === true;
  const accounts = main?.person?.accounts ?? 0;
  const toggleLabel = t(rail.mini ? 'inbox.expandFolders' : 'inbox.collapseFolders');
  return (
    <nav aria-label={t('inbox.folders')} className="rail fold no-print" data-mini={rail.mini || undefined}>
      {may && (
        <Tooltip keys={keyCaps('KeyN')} label={t('inbox.sendFax')} placement={rail.mini ? 'end' : 'bottom'}>
          <Link className="btn" data-variant="primary" to="/inbox/compose">
            <Icon as={Pencil} size="s" />
            <span className="fold-word">{t('inbox.sendFax')}</span>
          </Link>
        </Tooltip>
      )}
      <ul>
        {reads && accounts > 1 && (
          <li>
            <AllInboxesLink mini={rail.mini} />
          </li>
        )}
        {FOLDERS.filter((folder) => hasFolder(roleOf(main), folder)).map((folder) => (
          <li key={folder}>
            <FolderLink folder={folder} beside={props.beside === true} mini={rail.mini} />
          </li>
        ))}
        <li className="fold-apart">{may && <DraftsLink mini={rail.mini} />}</li>
        {reads && (
          <li>
            <FolderLink beside={props.beside === true} folder="Deleted" mini={rail.mini} />
          </li>
        )}
      </ul>
      {team && <TeamLinks beside={props.beside === true} mini={rail.mini} />}
      <Button
        className="fold-toggle"
        icon={rail.mini ? PanelLeftOpen : PanelLeftClose}
        onClick={rail.toggle}
        size="sm"
        title={rail.mini ? toggleLabel : undefined}
        variant="quiet"
      >
        <span className="fold-word">{toggleLabel}</span>
      </Button>
    </nav>
  );
});

function FolderLink(props: { folder: ListFolder; beside: boolean; mini: boolean }) {
  const { folder, beside, mini } = props;
  const { t } = useTranslation();
  const router = useRouter();
  const link = (
    <Link
      // Inbox is the folder without a parameter in the address; without this option it would count as open everywhere.
      activeOptions={{ explicitUndefined: true, exact: beside }}
      className="rail-link"
      onClick={(event) => {
        // Already there: does not add a history entry (INBOX-12).
        if (!beside && isAtStartOf(folder, router.state.location.search)) event.preventDefault();
      }}
      search={(from) => ({
        ...folderSearch(readInboxSearch(from), folder),
        folder: folder === 'Inbox' ? undefined : folder,
        // A search belongs to no folder: none is marked as open.
        q: undefined,
      })}
      to="/inbox"
    >
      <Icon as={ICONS[folder]} />
      <span className="fold-word grow">{t(`inbox.folder.${folder}`)}</span>
      <FolderCount folder={folder} />
    </Link>
  );
  return mini ? withName(t(`inbox.folder.${folder}`), link) : link;
}

function AllInboxesLink(props: { mini: boolean }) {
  const { t } = useTranslation();
  const unread = useUnreadEverywhere();
  const link = (
    <Link className="rail-link" to="/inbox/all">
      <Icon as={Layers} />
      <span className="fold-word grow">{t('people.inboxes.title')}</span>
      {unread > 0 && <Count fresh label={t('inbox.unreadCount', { count: unread })} value={unread} />}
    </Link>
  );
  return props.mini ? withName(t('people.inboxes.title'), link) : link;
}

function DraftsLink(props: { mini: boolean }) {
  const { t } = useTranslation();
  const count = useMainData()?.drafts ?? 0;
  const link = (
    <Link className="rail-link" to="/inbox/drafts">
      <Icon as={FilePen} />
      <span className="fold-word grow">{t('drafts.title')}</span>
      {count > 0 && <Count label={t('drafts.count', { count })} value={count} />}
    </Link>
  );
  return props.mini ? withName(t('drafts.title'), link) : link;
}

function withName(name: string, link: ReactElement) {
  return (
    <Tooltip label={name} placement="end">
      {link}
    </Tooltip>
  );
}

function isAtStartOf(folder: ListFolder, search: Parameters<typeof readInboxSearch>[0]): boolean {
  const start = stateOf({});
  const { fax, sent } = readInboxSearch(search);
  const now = stateOf(readInboxSearch(search));
  if (sent !== undefined || fax !== undefined) return false;
  return now.folder === folder && now.page === start.page && now.q === start.q;
}

/** The unread faxes of a folder; for the Outbox, the waiting ones. Deleted faxes have no count. */
function FolderCount(props: { folder: ListFolder }) {
  const { t } = useTranslation();
  const folders = useMainData()?.folders;
  if (folders === undefined || props.folder === 'Deleted') return null;
  const count = folders[props.folder];
  if (props.folder === 'Outbox')
    return count.total > 0 ? (
      <Count label={t('inbox.waiting', { count: count.total })} value={count.total} />
    ) : null;
  return count.unread > 0 ? (
    <Count fresh label={t('inbox.unreadCount', { count: count.unread })} value={count.unread} />
  ) : null;
}
