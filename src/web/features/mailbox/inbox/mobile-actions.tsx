import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  MailOpen,
  RotateCcw,
  RotateCw,
  Trash2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useMoreEntries } from './message-actions.tsx';
import { useStore } from '#web/ui/store.ts';
import { currentPage } from './reader-state.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** The bottom bar of the phone while faxes are selected or one is open. */
export function MobileActions(props: { verbs: TargetVerbs; place: InboxPlace; opened: OpenedFax | null }) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const restoring = place.folder === 'Archive';
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
      {rotates && <TurnMenu opened={opened} />}
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

/** Turns all pages or, where there are more, the one in sight. */
function TurnMenu(props: { opened: OpenedFax }) {
  const { row, turn } = props.opened;
  const { t } = useTranslation();
  const number = useStore(currentPage);
  const alone = { number };
  return (
    <Menu
      chevron={false}
      entries={[
        { id: 'left', label: t('inbox.turnLeft'), icon: RotateCcw, onAction: () => turn('left', null) },
        { id: 'right', label: t('inbox.turnRight'), icon: RotateCw, onAction: () => turn('right', null) },
        ...(row.fax_pages > 1
          ? [
              {
                id: 'page-left',
                label: t('inbox.turnPageLeft', alone),
                icon: RotateCcw,
                onAction: () => turn('left', number),
                divided: true,
              },
              {
                id: 'page-right',
                label: t('inbox.turnPageRight', alone),
                icon: RotateCw,
                onAction: () => turn('right', number),
              },
            ]
          : []),
      ]}
      label={t('inbox.rotate')}
      look="plain"
      placement="top end"
      trigger={face(RotateCw, t('inbox.rotate'))}
    />
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
