import { useTranslation } from 'react-i18next';
import { Trash2, Undo2 } from 'lucide-react';
import { useMay } from '#web/shared/mailbox/role.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { useBarCommands } from './bar-commands.ts';
import { Arrows, positionText } from './message-actions.tsx';
import { useDeletedEntries } from './more-entries.ts';
import type { InboxPlace } from './use-inbox.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** Returns the text of the restore button; it names the folder if all faxes come from the same one. */
function useRestoreWords(verbs: TargetVerbs): string {
  const { t } = useTranslation();
  const [folder, another] = new Set(verbs.rows.map((row) => row.deleted_from));
  return folder !== undefined && another === undefined
    ? t(`inbox.trash.restoreTo.${folder}`)
    : t('inbox.restore');
}

/** The bar above a deleted fax, or above selected ones. */
export function DeletedActions(props: { verbs: TargetVerbs; place: InboxPlace; opened: OpenedFax | null }) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const restore = useRestoreWords(verbs);
  const more = useDeletedEntries(verbs, opened);
  const may = useMay('work');
  useBarCommands(props, more);
  return (
    <div aria-label={t('inbox.actions')} className="bar2 wide-only no-print" role="toolbar">
      {may && (
        <>
          <Button icon={Undo2} onClick={() => verbs.archive()} size="sm">
            {restore}
          </Button>
          <Button icon={Trash2} onClick={() => verbs.remove()} size="sm" variant="danger-quiet">
            {t('inbox.trash.erase')}
          </Button>
        </>
      )}
      <Menu entries={more} label={t('inbox.more')} look="quiet" size="sm" trigger={t('inbox.more')} />
      <span className="grow" />
      {opened !== null && (
        <>
          <span className="meta num">{positionText(opened, t)}</span>
          <Arrows opened={opened} place={place} size="sm" />
        </>
      )}
    </div>
  );
}
