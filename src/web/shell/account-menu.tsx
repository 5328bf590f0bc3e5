import './account-menu.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import {
  ContactRound,
  CirclePlay,
  CircleX,
  Cloud,
  ExternalLink,
  Keyboard,
  LifeBuoy,
  LockKeyhole,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Sun,
} from 'lucide-react';
import { afterPaint } from '#web/kit/after-paint.ts';
import { useBrand } from '#web/kit/brand.ts';
import { useNarrow } from '#web/kit/screen.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { roleOf } from '#web/shared/mailbox/role.ts';
import { THEMES, chooseTheme, useTheme } from '#web/kit/theme.ts';
import { tourRequested } from '#web/shared/mailbox/tour-requested.ts';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuChoice, MenuEntry } from '#web/ui/menu.tsx';
import { openOverlay } from './overlay.ts';
import { useSignOut } from './use-sign-out.ts';

/** The menu of the signed-in account and its actions. */
export function AccountMenu(props: { main: MainData }) {
  const { main } = props;
  const { t } = useTranslation();
  const who = main.person?.name ?? main.adminEmail;
  return (
    <Menu
      entries={useAccountEntries(main)}
      label={`${t('shell.account', { number: main.formattedFaxNumber })} ${who}`}
      look="plain"
      placement="bottom end"
      trigger={
        <span className="acct-who">
          <span className="acct-number num">
            <bdi dir="ltr">{main.formattedFaxNumber}</bdi>
          </span>{' '}
          <span className="acct-mail">
            <bdi>{who}</bdi>
          </span>
        </span>
      }
      triggerClass="acct"
    />
  );
}

const LOOKS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Returns the menu entry for the choice of theme, for every account menu; the choice applies to this browser. */
export function useThemeEntry(): MenuEntry & { choice: MenuChoice } {
  const { t } = useTranslation();
  const theme = useTheme();
  return {
    id: 'theme',
    label: t('shell.theme.title'),
    divided: true,
    choice: {
      value: theme,
      options: THEMES.map((value) => ({ value, label: t(`shell.theme.${value}`), icon: LOOKS[value] })),
      onChange: (value) => chooseTheme(THEMES.find((known) => known === value) ?? 'system'),
    },
  };
}

/** The entries of the account menu, shared with the phone's drawer. */
export function useAccountEntries(main: MainData | undefined): readonly MenuEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const brand = useBrand();
  const helpUrl = brand?.ext.helpUrl ?? '';
  const signOut = useSignOut(main?.person ? '/login/email' : '/login');
  const theme = useThemeEntry();
  // Phones have no keyboard.
  const narrow = useNarrow();
  const entries: (MenuEntry | false)[] = [
    (main?.person?.accounts ?? 0) > 1 && {
      id: 'accounts',
      label: t('people.switch.title'),
      icon: ContactRound,
      // Deferred until the menu has returned the focus.
      onAction: () => afterPaint(() => openOverlay('accounts')),
    },
    {
      id: 'preferences',
      label: t('preferences.title'),
      icon: Settings,
      onAction: () => void navigate({ to: '/preferences' }),
    },
    {
      id: 'security',
      label: t('security.title'),
      icon: LockKeyhole,
      onAction: () => void navigate({ to: '/preferences/account-security' }),
    },
    !narrow && {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      icon: Keyboard,
      // Deferred until the menu has returned the focus.
      onAction: () => afterPaint(() => openOverlay('shortcuts')),
    },
    { id: 'tour', label: t('shell.takeTour'), icon: CirclePlay, onAction: () => tourRequested.set(true) },
    helpUrl !== '' && {
      id: 'help',
      label: t('shell.contactCenter'),
      icon: LifeBuoy,
      endIcon: ExternalLink,
      href: helpUrl,
      external: true,
    },
    // Only Egnyte's own brand has Egnyte settings (HEAD-10).
    brand?.egnyte.isEgnyte === true && {
      id: 'cloud',
      label: t('shell.cloudStorage'),
      icon: Cloud,
      onAction: () => void navigate({ to: '/preferences/engnyte-storage' }),
    },
    theme,
    {
      id: 'log-out',
      label: t('shell.logOut'),
      icon: LogOut,
      divided: true,
      onAction: () => void signOut(),
    },
    // The menu offers to cancel the service only if the account may request it (HEAD-07).
    main?.showCancellationMenu === 1 &&
      roleOf(main) === 'owner' && {
        id: 'cancellation',
        label: t('cancellation.menu'),
        icon: CircleX,
        divided: true,
        onAction: () => void navigate({ to: '/cancellation' }),
      },
  ];
  return entries.filter((entry) => entry !== false);
}
