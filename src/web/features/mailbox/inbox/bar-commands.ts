import { useTranslation } from 'react-i18next';
import { Archive, ArchiveRestore, Repeat2, Reply, RotateCcw, RotateCw, Trash2, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { answersTo, useAnswers } from '#web/shared/faxes/use-answers.ts';
import { usePageCommands } from '#web/shared/mailbox/page-commands.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { partyOf } from '#web/shared/mailbox/fax-party.ts';
import { useForwardEntries } from './more-entries.ts';
import { restores } from './optimistic.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

interface Bar {
  verbs: TargetVerbs;
  place: InboxPlace;
  opened: OpenedFax | null;
}

/** Offers the actions of the bar above the reader to the command palette; `more` are the entries of its menu. */
export function useBarCommands(bar: Bar, more: readonly MenuEntry[]): void {
  const { verbs, place, opened } = bar;
  const { t } = useTranslation();
  const deleted = place.folder === 'Deleted';
  const answers = useAnswerCommands(deleted ? null : opened);
  const turns = useTurnCommands(deleted ? null : opened);
  const back = restores(place.folder, verbs.rows);
  const filing = deleted
    ? [
        entry('archive', t('inbox.restore'), Undo2, () => verbs.archive()),
        entry('delete', t('inbox.trash.erase'), Trash2, () => verbs.remove()),
      ]
    : [
        entry('archive', t(back ? 'inbox.restore' : 'inbox.archive'), back ? ArchiveRestore : Archive, () =>
          verbs.archive(),
        ),
        entry('delete', t('inbox.delete'), Trash2, () => verbs.remove()),
      ];
  const count = verbs.rows.length;
  const may = useMay('work');
  const sends = useMay('send');
  usePageCommands({
    title: opened === null ? t('inbox.faxesSelected', { count }) : t('palette.group.fax'),
    entries: [...(sends ? answers : []), ...(may ? filing : []), ...more, ...(may ? turns : [])],
  });
}

function useAnswerCommands(opened: OpenedFax | null): MenuEntry[] {
  const { t } = useTranslation();
  const answers = useAnswers();
  const forward = useForwardEntries(opened?.row ?? null);
  if (opened === null) return [];
  const { row } = opened;
  const can = answersTo(row);
  const who = partyOf(row).name ?? t('inbox.unknown');
  const name = t('inbox.forward');
  return [
    ...(can.reply ? [entry('reply', t('palette.replyTo', { who }), Reply, () => answers.reply(row))] : []),
    ...(can.forward
      ? forward.map((one, i) => ({
          ...one,
          // The key forwards to fax numbers, which is the first entry.
          ...(i === 0 && { id: 'forward' }),
          label: t('palette.choice', { name, value: one.label }),
        }))
      : []),
    ...(can.sendAgain ? [entry('again', t('inbox.sendAgain'), Repeat2, () => answers.sendAgain(row))] : []),
  ];
}

/** Returns the commands that turn a fax; only received faxes can be turned. */
function useTurnCommands(opened: OpenedFax | null): MenuEntry[] {
  const { t } = useTranslation();
  if (opened === null || opened.row.is_inbox !== 1 || opened.row.fax_pages === 0) return [];
  const { turn } = opened;
  return [
    entry('left', t('inbox.turnLeft'), RotateCcw, () => turn('left', null)),
    entry('right', t('inbox.turnRight'), RotateCw, () => turn('right', null)),
  ];
}

function entry(id: string, label: string, icon: LucideIcon, onAction: () => void): MenuEntry {
  return { id, label, icon, onAction };
}
