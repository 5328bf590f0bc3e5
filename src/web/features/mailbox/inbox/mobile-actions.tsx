import { useTranslation } from 'react-i18next';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Forward,
  MailOpen,
  Repeat2,
  Reply,
  RotateCcw,
  RotateCw,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { BarAction, BarMenu, barFace } from '#web/kit/bar-actions.tsx';
import { wantBlocked } from '#web/shared/faxes/blocked-numbers.ts';
import { answersTo, useAnswers } from '#web/shared/faxes/use-answers.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { useDeletedEntries, useForwardEntries, useMoreEntries } from './more-entries.ts';
import { restores } from './optimistic.ts';
import { useStore } from '#web/ui/store.ts';
import { currentPage } from './reader-state.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** The bottom bar of the phone while faxes are selected or one is open. */
export function MobileActions(props: Acting) {
  return props.place.folder === 'Deleted' ? <DeletedBar {...props} /> : <FolderBar {...props} />;
}

interface Acting {
  verbs: TargetVerbs;
  place: InboxPlace;
  opened: OpenedFax | null;
}

/** Deleted faxes can be restored, erased, read and exported, but not changed. */
function DeletedBar({ verbs, opened }: Acting) {
  const { t } = useTranslation();
  const entries = useDeletedEntries(verbs, opened);
  const may = useMay('work');
  return (
    <>
      {may && <BarAction icon={Undo2} label={t('inbox.restore')} onPress={() => verbs.archive()} />}
      {may && <BarAction icon={Trash2} label={t('inbox.trash.erase')} onPress={() => verbs.remove()} />}
      <BarMenu end entries={entries} face={barFace(Ellipsis, t('inbox.more'))} label={t('inbox.more')} />
    </>
  );
}

function FolderBar(props: Acting) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const may = useMay('work');
  const sends = useMay('send');
  const restoring = restores(place.folder, verbs.rows);
  const openedEntries = useOpenedEntries(opened);
  const entries = useMoreEntries(verbs, opened);
  const marksRead = opened === null && entries.some(({ id }) => id === 'read');
  const rest = entries
    .filter((entry) => opened !== null || !(isFile(entry) || entry.id === 'read'))
    .map((entry) => ({ ...entry, divided: false }));
  return (
    <>
      {sends && opened !== null && <AnswerActions row={opened.row} />}
      {may && (
        <>
          <BarAction
            icon={restoring ? ArchiveRestore : Archive}
            label={t(restoring ? 'inbox.restore' : 'inbox.archive')}
            onPress={() => verbs.archive()}
          />
          <BarAction icon={Trash2} label={t('inbox.delete')} onPress={() => verbs.remove()} />
        </>
      )}
      {opened === null && (
        <BarMenu
          entries={entries.filter(isFile)}
          face={barFace(Download, t('inbox.download'))}
          label={t('inbox.download')}
        />
      )}
      {marksRead && <BarAction icon={MailOpen} label={t('inbox.markReadShort')} onPress={verbs.markRead} />}
      {(opened !== null || rest.length > 0) && (
        <BarMenu
          end
          entries={[...openedEntries, ...rest]}
          face={barFace(Ellipsis, t('inbox.more'))}
          label={t('inbox.more')}
          onOpen={wantBlocked}
        />
      )}
    </>
  );
}

/** Returns entries for buttons of the wide bar: send again, and turn all pages or, if several, the visible one. */
function useOpenedEntries(opened: OpenedFax | null): MenuEntry[] {
  const { t } = useTranslation();
  const answers = useAnswers();
  const number = useStore(currentPage);
  const sends = useMay('send');
  const received = useMay('work') && opened?.row.is_inbox === 1;
  if (opened === null) return [];
  const { row, turn } = opened;
  return [
    ...(sends && answersTo(row).sendAgain
      ? [menuEntry('again', t('inbox.sendAgain'), Repeat2, () => answers.sendAgain(row))]
      : []),
    ...(received
      ? [
          menuEntry('left', t('inbox.turnLeft'), RotateCcw, () => turn('left', null)),
          menuEntry('right', t('inbox.turnRight'), RotateCw, () => turn('right', null)),
        ]
      : []),
    ...(received && row.fax_pages > 1
      ? [
          menuEntry('page-left', t('inbox.turnPageLeft', { number }), RotateCcw, () => turn('left', number)),
          menuEntry('page-right', t('inbox.turnPageRight', { number }), RotateCw, () =>
            turn('right', number),
          ),
        ]
      : []),
  ];
}

function menuEntry(
  id: string,
  label: string,
  icon: LucideIcon,
  onAction: () => void,
  divided = false,
): MenuEntry {
  return { id, label, icon, onAction, divided };
}

function isFile({ id }: MenuEntry): boolean {
  return ['pdf', 'tiff'].includes(id);
}

/** Reply and Forward, as on wide screens. */
function AnswerActions(props: { row: FaxRow }) {
  const { row } = props;
  const { t } = useTranslation();
  const answers = useAnswers();
  const entries = useForwardEntries(row);
  const can = answersTo(row);
  return (
    <>
      <BarAction
        disabled={!can.reply}
        flip
        icon={Reply}
        label={t('inbox.reply')}
        onPress={() => answers.reply(row)}
      />
      <BarMenu
        disabled={!can.forward}
        entries={entries}
        face={barFace(Forward, t('inbox.forward'), true)}
        label={t('inbox.forward')}
      />
    </>
  );
}
