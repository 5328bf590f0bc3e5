import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Archive, ArchiveRestore, Download, Ellipsis, MailOpen, RotateCw, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useMoreEntries } from './message-actions.tsx';
import { restores } from './optimistic.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** The bottom bar of the phone while faxes are selected or one is open. */
export function MobileActions(props: { verbs: TargetVerbs; place: InboxPlace; opened: OpenedFax | null }) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const restoring = restores(place.folder, verbs.rows);
  const entries = useMoreEntries(verbs, opened);
  const files = entries.filter((entry) => ['pdf', 'tiff'].includes(entry.id));
  const rotates = opened !== null && opened.row.is_inbox === 1;
  const rest = entries
    .filter((entry) => !files.includes(entry) && (opened !== null || entry.id !== 'read'))
    .map((entry) => ({ ...entry, divided: false }));
  return (
    <>
      <Action
        icon={restoring ? ArchiveRestore : Archive}
        label={t(restoring ? 'inbox.restore' : 'inbox.archive')}
        onPress={() => verbs.archive()}
      />
      <Action icon={Trash2} label={t('inbox.delete')} onPress={() => verbs.remove()} />
      <Menu
        chevron={false}
        entries={files}
        label={t('inbox.download')}
        look="plain"
        placement="top start"
        trigger={face(Download, t('inbox.download'))}
      />
      {rotates && <Action icon={RotateCw} label={t('inbox.rotate')} onPress={opened.rotate} />}
      {opened === null && (
        <Action icon={MailOpen} label={t('inbox.markReadShort')} onPress={verbs.markRead} />
      )}
      <Menu
        chevron={false}
        entries={rest}
        label={t('inbox.more')}
        look="plain"
        placement="top end"
        trigger={face(Ellipsis, t('inbox.more'))}
      />
    </>
  );
}

function Action(props: { icon: LucideIcon; label: string; onPress: () => void }) {
  return (
    <button onClick={props.onPress} type="button">
      {face(props.icon, props.label)}
    </button>
  );
}

function face(icon: LucideIcon, label: string): ReactNode {
  return (
    <>
      <Icon as={icon} size="l" />
      <span>{label}</span>
    </>
  );
}
