import {
  AtSign,
  Ban,
  Bell,
  Cloud,
  FileText,
  HardDriveUpload,
  History,
  Keyboard,
  KeyRound,
  LockKeyhole,
  Mail,
  SlidersHorizontal,
  Split,
  SunMoon,
  Users,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { roleAllows } from '#contract/kit/roles.ts';
import type { Right } from '#contract/kit/roles.ts';
import type { Branding } from '#contract/brands/branding.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { roleOf } from '#web/shared/mailbox/role.ts';

/** The data for the menu's conditions. */
export interface MenuFacts {
  brand: Branding | null;
  main: MainData | undefined;
}

/** One page of the preferences. */
export interface PreferencePlace {
  to:
    | '/preferences/general'
    | '/preferences/appearance'
    | '/preferences/notifications'
    | '/preferences/email-to-fax'
    | '/preferences/cover-page'
    | '/preferences/keyboard-shortcuts'
    | '/preferences/account-security'
    | '/preferences/activity'
    | '/preferences/blocked-numbers'
    | '/preferences/subaccounts'
    | '/preferences/sftp-storage'
    | '/preferences/engnyte-storage'
    | '/preferences/people'
    | '/preferences/rules'
    | '/preferences/api-keys'
    | '/preferences/webhooks';
  label:
    | 'general.title'
    | 'shell.theme.title'
    | 'notifications.title'
    | 'byEmail.page.title'
    | 'coverPages.title'
    | 'shortcuts.title'
    | 'security.title'
    | 'activity.title'
    | 'blocked.title'
    | 'subaccounts.title'
    | 'storage.title'
    | 'egnyte.title'
    | 'people.title'
    | 'rules.title'
    | 'apiKeys.title'
    | 'webhooks.title';
  icon: LucideIcon;
  /** The right that a person's role must include; if omitted, only owners have the page. */
  right?: Right;
  /** Whether the account has the page; if omitted, every account does (PGEN-11). */
  when?: (facts: MenuFacts) => boolean;
}

/** The menu of the preferences: one row adds a page to the sidebar of wide screens and to the phone's list. */
export const PLACES: readonly PreferencePlace[] = [
  { to: '/preferences/general', label: 'general.title', icon: SlidersHorizontal },
  { to: '/preferences/appearance', label: 'shell.theme.title', icon: SunMoon, right: 'self' },
  { to: '/preferences/notifications', label: 'notifications.title', icon: Bell },
  { to: '/preferences/cover-page', label: 'coverPages.title', icon: FileText },
  { to: '/preferences/email-to-fax', label: 'byEmail.page.title', icon: Mail },
  { to: '/preferences/account-security', label: 'security.title', icon: LockKeyhole, right: 'self' },
  { to: '/preferences/people', label: 'people.title', icon: Users },
  { to: '/preferences/rules', label: 'rules.title', icon: Split },
  { to: '/preferences/subaccounts', label: 'subaccounts.title', icon: AtSign },
  { to: '/preferences/blocked-numbers', label: 'blocked.title', icon: Ban, right: 'work' },
  { to: '/preferences/keyboard-shortcuts', label: 'shortcuts.title', icon: Keyboard },
  { to: '/preferences/activity', label: 'activity.title', icon: History, right: 'read' },
  {
    to: '/preferences/sftp-storage',
    label: 'storage.title',
    icon: HardDriveUpload,
    when: ({ brand, main }) =>
      brand?.ext.sftpEnabled === true || /(?:^|[;,&\s])sftp=yes(?:$|[;,&\s])/.test(main?.options ?? ''),
  },
  {
    to: '/preferences/engnyte-storage',
    label: 'egnyte.title',
    icon: Cloud,
    when: ({ brand }) => brand?.egnyte.isEgnyte === true,
  },
  { to: '/preferences/api-keys', label: 'apiKeys.title', icon: KeyRound },
  { to: '/preferences/webhooks', label: 'webhooks.title', icon: Webhook },
];

/** Returns the pages that this account has and that the signed-in user may see. */
export function shownPlaces(facts: MenuFacts): readonly PreferencePlace[] {
  const role = roleOf(facts.main);
  return PLACES.filter(({ right, when }) => roleAllows(role, right) && (when === undefined || when(facts)));
}
