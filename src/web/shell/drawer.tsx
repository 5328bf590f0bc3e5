import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from '@tanstack/react-router';
import { FilePen, Layers } from 'lucide-react';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { hasFolder, roleOf, useMay } from '#web/shared/mailbox/role.ts';
import { Count } from '#web/ui/count.tsx';
import type { TeamLinksProps } from '#web/shared/mailbox/team/team-links.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { useAccountEntries } from './account-menu.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { FOLDER_ENTRIES, SECTIONS } from './sections.ts';
import { ThemeChoice } from './theme-choice.tsx';
import { UsageMeter } from './usage-meter.tsx';

const TeamLinks = later<TeamLinksProps>(
  async () => (await import('#web/shared/mailbox/team/team-links.tsx')).TeamLinks,
);

/** The phone's side menu: folders with their counts, the other places, the account. */
export function Drawer(props: { open: boolean; onClose: () => void; main: MainData | undefined }) {
  const { open, onClose, main } = props;
  return (
    <DrawerFrame onClose={onClose} open={open}>
      <DrawerPlaces main={main} onClose={onClose} />
      {main !== undefined && (
        <div className="drawer-foot">
          <p className="strong num">
            <bdi dir="ltr">{main.formattedFaxNumber}</bdi>
          </p>
          <p className="meta trunc">
            <bdi>{main.person?.name ?? main.adminEmail}</bdi>
          </p>
          <UsageMeter block main={main} />
        </div>
      )}
    </DrawerFrame>
  );
}

function DrawerPlaces(props: { main: MainData | undefined; onClose: () => void }) {
  const { main, onClose } = props;
  const { t } = useTranslation();
  const entries = useAccountEntries(main);
  const reads = useMay('read');
  const sends = useMay('send');
  // The link of the current folder points to its present address, so that a click stays there.
  const shown = useLocation({
    select: ({ pathname, search }) => (pathname.endsWith('/inbox') ? (search.folder ?? 'Inbox') : undefined),
  });
  const inbox = shown !== undefined;
  return (
    <nav aria-label={t('shell.mainNav')} className="drawer-nav">
      {reads && (main?.person?.accounts ?? 0) > 1 && (
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/inbox/all">
          <Icon as={Layers} size="l" />
          <span className="grow">{t('people.inboxes.title')}</span>
        </Link>
      )}
      {FOLDER_ENTRIES.filter(({ folder }) => hasFolder(roleOf(main), folder)).map(
        ({ folder, label, icon }) => (
          <Fragment key={folder}>
            {folder === 'Deleted' && sends && <DraftsLink drafts={main?.drafts ?? 0} onClose={onClose} />}
            <Link
              activeOptions={{ exact: true, includeSearch: true }}
              onClick={onClose}
              search={folder === shown ? true : folder === 'Inbox' ? {} : { folder }}
              to="/inbox"
            >
              <Icon as={icon} size="l" />
              <span className="grow">{t(label)}</span>
              {main !== undefined && folder !== 'Deleted' && <FolderCount folder={folder} main={main} />}
            </Link>
          </Fragment>
        ),
      )}
      {!reads && sends && <DraftsLink drafts={main?.drafts ?? 0} onClose={onClose} />}
      {main?.team === true && <TeamLinks beside={!inbox} onClose={onClose} />}
      <hr />
      {SECTIONS.filter((section) => section.shortLabel === undefined).map((section) => (
        <Link activeProps={{ 'aria-current': 'page' }} key={section.to} onClick={onClose} to={section.to}>
          <Icon as={section.icon} size="l" />
          <span className="grow">{t(section.label)}</span>
        </Link>
      ))}
      {entries.map((entry) =>
        entry.choice !== undefined ? (
          <ThemeChoice choice={entry.choice} key={entry.id} label={entry.label} />
        ) : entry.href === undefined ? (
          <button
            key={entry.id}
            onClick={() => {
              onClose();
              entry.onAction?.();
            }}
            type="button"
          >
            {entry.icon !== undefined && <Icon as={entry.icon} size="l" />}
            <span className="grow">{entry.label}</span>
          </button>
        ) : (
          <a href={entry.href} key={entry.id} rel="noopener noreferrer" target="_blank">
            {entry.icon !== undefined && <Icon as={entry.icon} size="l" />}
            <span className="grow">{entry.label}</span>
          </a>
        ),
      )}
    </nav>
  );
}

function DraftsLink(props: { drafts: number; onClose: () => void }) {
  const { drafts, onClose } = props;
  const { t } = useTranslation();
  return (
    <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/inbox/drafts">
      <Icon as={FilePen} size="l" />
      <span className="grow">{t('drafts.title')}</span>
      {drafts > 0 && <Count label={t('drafts.count', { count: drafts })} value={drafts} />}
    </Link>
  );
}

/** The unread faxes of a folder; the Outbox has none to read, so it shows the number of waiting faxes. */
function FolderCount(props: { folder: keyof MainData['folders']; main: MainData }) {
  const { t } = useTranslation();
  const { total, unread } = props.main.folders[props.folder];
  if (props.folder === 'Outbox')
    return total > 0 ? <Count label={t('shell.waiting', { count: total })} value={total} /> : null;
  return unread > 0 ? <Count fresh label={t('shell.unread', { count: unread })} value={unread} /> : null;
}
