import type { ComponentType } from 'react';
import {
  Ban,
  Building2,
  FileClock,
  Gauge,
  Globe,
  Hash,
  Inbox,
  KeyRound,
  ListOrdered,
  Phone,
  ShieldCheck,
  Trash2,
  Truck,
  UserCog,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Right } from '#contract/kit/roles.ts';
import { laterPage } from '#web/ui/later.tsx';
import { PlaceLoading } from './console-parts.tsx';

type PlaceLabel = `operator.place.${
  | 'overview'
  | 'queue'
  | 'lines'
  | 'unrouted'
  | 'accounts'
  | 'parents'
  | 'numbers'
  | 'cancellations'
  | 'deliveries'
  | 'brands'
  | 'mailDns'
  | 'blocks'
  | 'apiKeys'
  | 'audit'
  | 'security'}`;

/** A page receives the id after its place in the address; empty for a list. */
type Page = ComponentType<{ id: string }>;
const page = (load: () => Promise<Page>): Page => laterPage(load, PlaceLoading);

/** A place of the console; `one` shows a single item of its list. */
interface Place {
  id: string;
  /** The right that an operator's role must include: that of the page's first call. */
  right: Right | undefined;
  /** The key of its text. */
  label: PlaceLabel;
  icon: LucideIcon;
  page: Page;
  one?: Page;
  /** For a place without a menu entry: the place to which it belongs. */
  within?: string;
}

/** The places, those of the menu in menu order. A new page is one row here, and its texts under `operator.place`. */
export const PLACES: readonly [Place, ...Place[]] = [
  {
    id: '',
    right: 'watch',
    label: 'operator.place.overview',
    icon: Gauge,
    page: page(async () => (await import('./overview-page.tsx')).OverviewPage),
  },
  {
    id: 'queue',
    right: 'support',
    label: 'operator.place.queue',
    icon: ListOrdered,
    page: page(async () => (await import('./queue-page.tsx')).QueuePage),
    one: page(async () => (await import('./job-page.tsx')).JobPage),
  },
  {
    id: 'lines',
    right: 'support',
    label: 'operator.place.lines',
    icon: Phone,
    page: page(async () => (await import('./lines-page.tsx')).LinesPage),
    one: page(async () => (await import('./line-page.tsx')).LinePage),
  },
  {
    id: 'calls',
    right: 'support',
    label: 'operator.place.lines',
    icon: Phone,
    page: page(async () => (await import('./lines-page.tsx')).LinesPage),
    one: page(async () => (await import('./call-page.tsx')).CallPage),
    within: 'lines',
  },
  {
    id: 'unrouted',
    right: 'support',
    label: 'operator.place.unrouted',
    icon: Inbox,
    page: page(async () => (await import('./unrouted-page.tsx')).UnroutedPage),
  },
  {
    id: 'accounts',
    right: 'watch',
    label: 'operator.place.accounts',
    icon: Users,
    page: page(async () => (await import('./accounts-page.tsx')).AccountsPage),
    one: page(async () => (await import('./account-page.tsx')).AccountPage),
  },
  {
    id: 'mailboxes',
    right: undefined,
    label: 'operator.place.accounts',
    icon: Users,
    page: page(async () => (await import('./accounts-page.tsx')).AccountsPage),
    one: page(async () => (await import('./mailbox-page.tsx')).MailboxPage),
    within: 'accounts',
  },
  {
    id: 'parents',
    right: 'watch',
    label: 'operator.place.parents',
    icon: UserCog,
    page: page(async () => (await import('./administrators-page.tsx')).AdministratorsPage),
    one: page(async () => (await import('./administrator-page.tsx')).AdministratorPage),
  },
  {
    id: 'numbers',
    right: 'watch',
    label: 'operator.place.numbers',
    icon: Hash,
    page: page(async () => (await import('./numbers-page.tsx')).NumbersPage),
  },
  {
    id: 'cancellations',
    right: 'watch',
    label: 'operator.place.cancellations',
    icon: Trash2,
    page: page(async () => (await import('./cancellations-page.tsx')).CancellationsPage),
    one: page(async () => (await import('./cancellation-page.tsx')).CancellationPage),
  },
  {
    id: 'deliveries',
    right: 'support',
    label: 'operator.place.deliveries',
    icon: Truck,
    page: page(async () => (await import('./deliveries-page.tsx')).DeliveriesPage),
    one: page(async () => (await import('./delivery-page.tsx')).DeliveryPage),
  },
  {
    id: 'brands',
    right: undefined,
    label: 'operator.place.brands',
    icon: Building2,
    page: page(async () => (await import('./brands-page.tsx')).BrandsPage),
    one: page(async () => (await import('./brand-page.tsx')).BrandPage),
  },
  {
    id: 'mail-dns',
    right: 'support',
    label: 'operator.place.mailDns',
    icon: Globe,
    page: page(async () => (await import('./mail-dns-page.tsx')).MailDnsPage),
  },
  {
    id: 'blocks',
    right: 'support',
    label: 'operator.place.blocks',
    icon: Ban,
    page: page(async () => (await import('./blocks-page.tsx')).BlocksPage),
  },
  {
    id: 'api-keys',
    right: undefined,
    label: 'operator.place.apiKeys',
    icon: KeyRound,
    page: page(async () => (await import('./api-keys-page.tsx')).ApiKeysPage),
  },
  {
    id: 'audit',
    right: 'support',
    label: 'operator.place.audit',
    icon: FileClock,
    page: page(async () => (await import('./audit-page.tsx')).AuditPage),
  },
  {
    id: 'security',
    right: 'self',
    label: 'operator.place.security',
    icon: ShieldCheck,
    page: page(async () => (await import('./security-page.tsx')).SecurityPage),
  },
];

/** The entries of the menu. */
export const MENU: readonly Place[] = PLACES.filter(({ within }) => within === undefined);

/** Returns the place of an address, and the id of an item in it; an unknown address leads to the first place. */
export function placeOf(path: string): { place: Place; id: string | null } {
  const [name = '', id = ''] = path.split('/', 2);
  const place = PLACES.find((one) => one.id === name) ?? PLACES[0];
  return { place, id: id === '' ? null : id };
}
