import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  Archive,
  ArchiveRestore,
  ChevronDown,
  ChevronUp,
  FileImage,
  FileCheck,
  FileText,
  History,
  Mail,
  MailOpen,
  Printer,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { useTransmissionReport } from '#web/shared/faxes/transmission-report.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { showFaxActivity } from './fax-activity-modal.tsx';
import { restores } from './optimistic.ts';
import type { TargetVerbs } from './use-targets.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { InboxPlace } from './use-inbox.ts';

/** The bar over the reader: what can be done with the selected faxes, or with the opened one (INBOX-01). */
export function MessageActions(props: { verbs: TargetVerbs; place: InboxPlace; opened: OpenedFax | null }) {
  const { verbs, place, opened } = props;
  const { t } = useTranslation();
  const restoring = restores(place.folder, verbs.rows);
  const more = useMoreEntries(verbs, opened);
  return (
    <div aria-label={t('inbox.actions')} className="bar2 wide-only no-print" role="toolbar">
      <Button icon={Trash2} onClick={() => verbs.remove()} size="sm" variant="quiet">
        {t('inbox.delete')}
      </Button>
      <Button
        icon={restoring ? ArchiveRestore : Archive}
        onClick={() => verbs.archive()}
        size="sm"
        variant="quiet"
      >
        {t(restoring ? 'inbox.restore' : 'inbox.archive')}
      </Button>
      <Menu entries={more} label={t('inbox.more')} look="quiet" size="sm" trigger={t('inbox.more')} />
      <span className="grow" />
      {opened !== null && <ReaderButtons opened={opened} place={place} />}
    </div>
  );
}

/** Entries of «More» (INBOX-02); only an opened fax can be printed, only a sent one has a report. */
export function useMoreEntries(verbs: TargetVerbs, opened: OpenedFax | null): MenuEntry[] {
  const { t } = useTranslation();
  const report = useTransmissionReport();
  const sent = opened?.row.action === 'S' ? opened.row : null;
  return [
    { id: 'pdf', label: t('inbox.downloadPdf'), icon: FileText, onAction: () => verbs.download('pdf') },
    { id: 'tiff', label: t('inbox.downloadTiff'), icon: FileImage, onAction: () => verbs.download('tiff') },
    ...(opened
      ? [{ id: 'print', label: t('inbox.print'), icon: Printer, onAction: () => void verbs.print() }]
      : []),
    ...(sent
      ? [
          {
            id: 'report',
            label: t('report.title'),
            icon: FileCheck,
            onAction: () => void report(sent.fax_id),
          },
        ]
      : []),
    ...(opened
      ? [
          {
            id: 'activity',
            label: t('activity.title'),
            icon: History,
            onAction: () => showFaxActivity(opened.row.fax_id),
          },
        ]
      : []),
    {
      id: 'read',
      label: t('inbox.markRead'),
      icon: MailOpen,
      onAction: verbs.markRead,
      divided: true,
    },
    { id: 'unread', label: t('inbox.markUnread'), icon: Mail, onAction: verbs.markUnread },
  ];
}

function ReaderButtons(props: { opened: OpenedFax; place: InboxPlace }) {
  const { opened, place } = props;
  const { t } = useTranslation();
  const report = useTransmissionReport();
  return (
    <>
      {opened.row.action === 'S' && (
        <>
          <Button icon={FileCheck} onClick={() => void report(opened.row.fax_id)} size="sm" variant="quiet">
            {t('report.short')}
          </Button>
          <span className="bar2-line" />
        </>
      )}
      {opened.row.is_inbox === 1 && (
        <>
          <Button busy={opened.rotating} icon={RotateCw} onClick={opened.rotate} size="sm" variant="quiet">
            {t('inbox.rotate')}
          </Button>
          <span className="bar2-line" />
        </>
      )}
      <span className="meta num">{positionText(opened, t)}</span>
      <Arrows opened={opened} place={place} size="sm" />
    </>
  );
}

/** «1 of 218»; empty while the fax is not on the page shown. */
export function positionText(opened: OpenedFax, t: TFunction): string {
  const { position, total } = opened;
  return position === null ? '' : t('inbox.position', { position, total });
}

/** Up to the fax above, down to the one below; disabled at the ends of the page (MSG-09, MSG-10). */
export function Arrows(props: { opened: OpenedFax; place: InboxPlace; size: 'sm' | 'touch' }) {
  const { opened, place, size } = props;
  const { t } = useTranslation();
  const go = (id: string | null) => {
    if (id !== null) place.open(id, true);
  };
  return (
    <>
      <IconButton
        disabled={opened.newer === null}
        icon={ChevronUp}
        label={t('inbox.previousFax')}
        onPress={() => go(opened.newer)}
        size={size}
      />
      <IconButton
        disabled={opened.older === null}
        icon={ChevronDown}
        label={t('inbox.nextFax')}
        onPress={() => go(opened.older)}
        size={size}
      />
    </>
  );
}
