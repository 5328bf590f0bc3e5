import {
  Building2,
  ChartColumn,
  HardDrive,
  History,
  KeyRound,
  LogIn,
  Phone,
  ShieldCheck,
  UsersRound,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { roleAllows } from '#contract/kit/roles.ts';
import type { Right } from '#contract/kit/roles.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';

/** The places of an administrator: one row adds the header entry and the phone's entries (HEAD-12). */
export const MULTIFAX_SECTIONS = [
  {
    to: '/multifax/configure-fax-accounts',
    label: 'multifax.nav.accounts',
    /** Shorter name under the icon of the phone's bottom navigation. */
    shortLabel: 'multifax.nav.accountsShort',
    icon: Phone,
    right: undefined,
  },
  {
    to: '/multifax/usage',
    label: 'multifax.nav.usage',
    shortLabel: 'multifax.nav.usage',
    icon: ChartColumn,
    right: 'usage',
  },
  {
    to: '/multifax/external-storage',
    label: 'multifax.nav.storage',
    shortLabel: 'multifax.nav.storageShort',
    icon: HardDrive,
    right: undefined,
  },
] as const satisfies readonly Place[];

/** The places in the signed-in user's menu. */
export const MULTIFAX_MENU = [
  { to: '/multifax/account-security', label: 'security.title', icon: ShieldCheck, right: 'self' },
  { to: '/multifax/people', label: 'people.title', icon: UsersRound, right: undefined },
  { to: '/multifax/single-sign-on', label: 'signOn.title', icon: LogIn, right: undefined },
  { to: '/multifax/provisioning', label: 'provisioning.title', icon: Building2, right: undefined },
  { to: '/multifax/api-keys', label: 'apiKeys.title', icon: KeyRound, right: undefined },
  { to: '/multifax/webhooks', label: 'webhooks.title', icon: Webhook, right: undefined },
  { to: '/multifax/activity', label: 'multifax.activity.title', icon: History, right: 'audit' },
] as const satisfies readonly Place[];

interface Place {
  to: string;
  label: string;
  shortLabel?: string;
  icon: LucideIcon;
  /** The right that the user's role must include; if undefined, only administrators see the place. */
  right: Right | undefined;
}

/** Returns the places that the role of the signed-in user allows. The server decides, this only tidies the page. */
export function placesFor<P extends Pick<Place, 'right'>>(
  places: readonly P[],
  main: MultifaxData | undefined,
): P[] {
  const role = main?.person?.role ?? 'administrator';
  return places.filter(({ right }) => roleAllows(role, right));
}

/** Returns where to redirect from a page that the user's role does not allow; undefined if it does. */
export function placeInstead(path: string, main: MultifaxData) {
  const places = [...MULTIFAX_SECTIONS, ...MULTIFAX_MENU.toReversed()];
  const asked = places.find(({ to }) => path.startsWith(to));
  const allowed = placesFor(places, main);
  return asked === undefined || allowed.includes(asked) ? undefined : allowed[0]?.to;
}
