import { useTranslation } from 'react-i18next';
import {
  Ban,
  CircleSlash2,
  FileCheck,
  FileImage,
  FileText,
  FolderSearch,
  History,
  Mail,
  MailOpen,
  Phone,
  Printer,
  User,
  UserPlus,
} from 'lucide-react';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { useTransmissionReport } from '#web/shared/faxes/transmission-report.ts';
import { useBlockedAs } from '#web/shared/faxes/blocked-numbers.ts';
import { answersTo, useAnswers } from '#web/shared/faxes/use-answers.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useMay } from '#web/shared/mailbox/role.ts';
import { useStore } from '#web/ui/store.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { partyOf } from '#web/shared/mailbox/fax-party.ts';
import { activityShown, textEntries } from './reader-state.ts';
import type { OpenedFax } from './use-opened-fax.ts';
import type { TargetVerbs } from './use-targets.ts';

/** Returns the entries of «More» (INBOX-02): files, the other party of an open fax, and read marks. */
export function useMoreEntries(verbs: TargetVerbs, opened: OpenedFax | null): MenuEntry[] {
  const { t } = useTranslation();
  const files = useFileEntries(verbs, opened?.row ?? null);
  const party = usePartyEntries(opened?.row ?? null);
  // Sent faxes are never new.
  const received = verbs.rows.filter((row) => row.action === 'R');
  const marks = [
    { id: 'read', label: t('inbox.markRead'), icon: MailOpen, onAction: verbs.markRead, from: '1' },
    { id: 'unread', label: t('inbox.markUnread'), icon: Mail, onAction: verbs.markUnread, from: '0' },
  ]
    .filter(({ from }) => received.some((row) => row.is_new === from))
    .map(({ from: _from, ...entry }) => entry);
  const may = useMay('work');
  const reads = useMay('read');
  return [files, may ? party : party.filter(({ id }) => reads && id === 'all'), may ? marks : []].flatMap(
    (group, at) => group.map((entry, i) => (at > 0 && i === 0 ? { ...entry, divided: true } : entry)),
  );
}

/** The entries of «More» for deleted faxes, which can be read and exported, but not changed. */
const READING = new Set(['pdf', 'tiff', 'print', 'activity']);

/** Returns the entries of «More» for deleted faxes. */
export function useDeletedEntries(verbs: TargetVerbs, opened: OpenedFax | null): MenuEntry[] {
  return useMoreEntries(verbs, opened).filter(({ id }) => READING.has(id));
}

/** Returns the ways to forward a fax. */
export function useForwardEntries(row: FaxRow | null): MenuEntry[] {
  const { t } = useTranslation();
  const answers = useAnswers();
  const main = useMainData();
  if (row === null) return [];
  const entries: MenuEntry[] = [
    { id: 'numbers', label: t('inbox.forwardToNumber'), icon: Phone, onAction: () => answers.forward(row) },
  ];
  if (main?.mayEmailFaxes === true)
    entries.push({
      id: 'emails',
      label: t('inbox.forwardToEmail'),
      icon: Mail,
      onAction: () => answers.forwardByEmail(row),
    });
  return entries;
}

/** Returns the entries for files; only an open fax can be printed, and only a sent fax has a report. */
function useFileEntries(verbs: TargetVerbs, row: FaxRow | null): MenuEntry[] {
  const { t } = useTranslation();
  const report = useTransmissionReport();
  const text = useStore(textEntries);
  const mayAudit = useMay('activity');
  const files: MenuEntry[] = [
    { id: 'pdf', label: t('inbox.downloadPdf'), icon: FileText, onAction: () => verbs.download('pdf') },
    { id: 'tiff', label: t('inbox.downloadTiff'), icon: FileImage, onAction: () => verbs.download('tiff') },
  ];
  if (row === null) return files;
  const { fax_id: fid } = row;
  files.push({ id: 'print', label: t('inbox.print'), icon: Printer, onAction: () => void verbs.print() });
  files.push(...text);
  if (row.action === 'S')
    files.push({ id: 'report', label: t('report.title'), icon: FileCheck, onAction: () => void report(fid) });
  if (mayAudit)
    files.push({
      id: 'activity',
      label: t('activity.title'),
      icon: History,
      onAction: () => activityShown.set(fid),
    });
  return files;
}

/** Returns the actions on the other party of a fax, if its number is known. */
function usePartyEntries(row: FaxRow | null): MenuEntry[] {
  const { t } = useTranslation();
  const answers = useAnswers();
  const party = row === null ? null : partyOf(row);
  const may = useMay('work');
  const blocked = useBlockedAs(may && party !== null ? party.number : null);
  if (row === null || party?.number === null || party === null) return [];
  const entries: MenuEntry[] = [
    {
      id: 'contact',
      label: t(party.inContacts ? 'inbox.openContact' : 'inbox.addContact'),
      icon: party.inContacts ? User : UserPlus,
      onAction: () => answers.openContact(row),
    },
    {
      id: 'all',
      label: t('inbox.allWith', { who: party.name ?? party.number }),
      icon: FolderSearch,
      onAction: () => answers.showAllWith(row),
    },
  ];
  if (answersTo(row).block)
    entries.push(
      blocked.length === 0
        ? { id: 'block', label: t('inbox.block'), icon: Ban, onAction: () => void answers.block(row) }
        : {
            id: 'block',
            label: t('inbox.unblock'),
            icon: CircleSlash2,
            onAction: () => void answers.unblock(blocked),
          },
    );
  return entries;
}
