import { Clock, Inbox, LayoutDashboard, Mail, Send, Archive } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Folder } from '#contract/inbox.ts';
import type { Hotkey } from '#web/kit/hotkeys.ts';

/** The main places of the product: one row adds the header entry, the phone's entry and the shortcut. */
export const SECTIONS: readonly {
  to: '/dashboard' | '/inbox';
  label: 'shell.dashboard' | 'shell.faxMessages';
  /** Shorter name under the icon of the phone's bottom navigation; left out: not there. */
  shortLabel?: 'shell.inbox';
  icon: LucideIcon;
  hotkey: Hotkey['code'];
  counts: boolean;
}[] = [
  { to: '/dashboard', label: 'shell.dashboard', icon: LayoutDashboard, hotkey: 'Digit1', counts: false },
  {
    to: '/inbox',
    label: 'shell.faxMessages',
    shortLabel: 'shell.inbox',
    icon: Mail,
    hotkey: 'Digit2',
    counts: true,
  },
];

/** The folders as the phone's drawer lists them. */
export const FOLDER_ENTRIES: readonly {
  folder: Folder;
  label: 'shell.inbox' | 'shell.outbox' | 'shell.sent' | 'shell.archive';
  icon: LucideIcon;
}[] = [
  { folder: 'Inbox', label: 'shell.inbox', icon: Inbox },
  { folder: 'Outbox', label: 'shell.outbox', icon: Clock },
  { folder: 'Sent', label: 'shell.sent', icon: Send },
  { folder: 'Archive', label: 'shell.archive', icon: Archive },
];
