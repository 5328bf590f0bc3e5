import { ChartColumn, HardDrive, Phone } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

/** The places of an administrator: one row adds the header entry and the phone's entries (HEAD-12). */
export const MULTIFAX_SECTIONS: readonly {
  to: '/multifax/configure-fax-accounts' | '/multifax/usage' | '/multifax/external-storage';
  label: 'multifax.nav.accounts' | 'multifax.nav.usage' | 'multifax.nav.storage';
  /** Shorter name under the icon of the phone's bottom navigation. */
  shortLabel: 'multifax.nav.accountsShort' | 'multifax.nav.usage' | 'multifax.nav.storageShort';
  icon: LucideIcon;
}[] = [
  {
    to: '/multifax/configure-fax-accounts',
    label: 'multifax.nav.accounts',
    shortLabel: 'multifax.nav.accountsShort',
    icon: Phone,
  },
  {
    to: '/multifax/usage',
    label: 'multifax.nav.usage',
    shortLabel: 'multifax.nav.usage',
    icon: ChartColumn,
  },
  {
    to: '/multifax/external-storage',
    label: 'multifax.nav.storage',
    shortLabel: 'multifax.nav.storageShort',
    icon: HardDrive,
  },
];
