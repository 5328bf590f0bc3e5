import {
  Clock,
  ContactRound,
  Inbox,
  LayoutDashboard,
  Mail,
  Send,
  Settings,
  Archive,
  Trash2,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ListFolder } from '#contract/mailbox/inbox.ts';
import { KEYS } from '#web/kit/hotkeys.ts';
import type { AltKey } from '#web/kit/hotkeys.ts';

/** The main places of the product: one row adds the header entry, the phone's entry and the shortcut. */
export const SECTIONS: readonly {
  to: '/dashboard' | '/inbox' | '/contacts' | '/preferences';
  label: 'shell.dashboard' | 'shell.faxMessages' | 'shell.contacts' | 'preferences.title';
  /** The shorter name under the icon of the phone's bottom navigation; if omitted, the place is not there. */
  shortLabel?: 'shell.inbox' | 'shell.contacts' | 'preferences.title';
  icon: LucideIcon;
  hotkey: AltKey;
  counts: boolean;
}[] = [
  {
    to: '/dashboard',
    label: 'shell.dashboard',
    icon: LayoutDashboard,
    hotkey: KEYS.dashboard,
    counts: false,
  },
  {
    to: '/inbox',
    label: 'shell.faxMessages',
    shortLabel: 'shell.inbox',
    icon: Mail,
    hotkey: KEYS.faxMessages,
    counts: true,
  },
  {
    to: '/contacts',
    label: 'shell.contacts',
    shortLabel: 'shell.contacts',
    icon: ContactRound,
    hotkey: KEYS.contacts,
    counts: false,
  },
  {
    to: '/preferences',
    label: 'preferences.title',
    shortLabel: 'preferences.title',
    icon: Settings,
    hotkey: KEYS.preferences,
    counts: false,
  },
];

/** The folders as the phone's drawer lists them. */
export const FOLDER_ENTRIES: readonly {
  folder: ListFolder;
  label: 'shell.inbox' | 'shell.outbox' | 'shell.sent' | 'shell.archive' | 'inbox.folder.Deleted';
  icon: LucideIcon;
}[] = [
  { folder: 'Inbox', label: 'shell.inbox', icon: Inbox },
  { folder: 'Outbox', label: 'shell.outbox', icon: Clock },
  { folder: 'Sent', label: 'shell.sent', icon: Send },
  { folder: 'Archive', label: 'shell.archive', icon: Archive },
  { folder: 'Deleted', label: 'inbox.folder.Deleted', icon: Trash2 },
];
