import './mobile-nav.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ContactRound, LogOut } from 'lucide-react';
import { afterPaint } from '#web/kit/after-paint.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useThemeEntry } from './account-menu.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { MULTIFAX_MENU, MULTIFAX_SECTIONS, placesFor } from './multifax-sections.ts';
import { openOverlay } from './overlay.ts';
import { MultifaxUsage } from './multifax-usage.tsx';
import { ThemeChoice } from './theme-choice.tsx';
import { TopBar, useSlot } from './top-bar.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The phone's top bar of an administrator's pages. */
export function MultifaxMobileHeader(props: { main: MultifaxData | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <TopBar onOpen={() => setOpen(true)} open={open}>
      <MultifaxDrawer main={props.main} onClose={() => setOpen(false)} open={open} />
    </TopBar>
  );
}

/** The phone's bottom bar of an administrator's pages: the main places, or a page's actions in the slot. */
export function MultifaxMobileNav({ main }: { main: MultifaxData | undefined }) {
  const { t } = useTranslation();
  const places = placesFor(MULTIFAX_SECTIONS, main);
  return (
    <div className="bottomnav">
      <div className="bottomnav-slot" ref={useSlot('bottom')} />
      {places.length > 0 && (
        <nav aria-label={t('shell.mainNav')} className="bottomnav-places">
          {places.map(({ to, icon, shortLabel }) => (
            <Link activeProps={{ 'aria-current': 'page' }} key={to} to={to}>
              <Icon as={icon} size="l" />
              {t(shortLabel)}
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}

function MultifaxDrawer(props: { main: MultifaxData | undefined; open: boolean; onClose: () => void }) {
  const { main, open, onClose } = props;
  const { t } = useTranslation();
  const signOut = useSignOut(main?.person ? '/login/email' : '/multifax/login');
  const theme = useThemeEntry();
  return (
    <DrawerFrame onClose={onClose} open={open}>
      <nav aria-label={t('shell.mainNav')} className="drawer-nav">
        {placesFor(MULTIFAX_SECTIONS, main).map(({ to, icon, label }) => (
          <Link activeProps={{ 'aria-current': 'page' }} key={to} onClick={onClose} to={to}>
            <Icon as={icon} size="l" />
            <span className="grow">{t(label)}</span>
          </Link>
        ))}
        <hr />
        {(main?.person?.places ?? 0) > 1 && (
          <button
            onClick={() => {
              onClose();
              afterPaint(() => openOverlay('accounts'));
            }}
            type="button"
          >
            <Icon as={ContactRound} size="l" />
            <span className="grow">{t('people.switch.title')}</span>
          </button>
        )}
        {placesFor(MULTIFAX_MENU, main).map(({ to, icon, label }) => (
          <Link activeProps={{ 'aria-current': 'page' }} key={to} onClick={onClose} to={to}>
            <Icon as={icon} size="l" />
            <span className="grow">{t(label)}</span>
          </Link>
        ))}
        <ThemeChoice choice={theme.choice} label={theme.label} />
        <button onClick={() => void signOut()} type="button">
          <Icon as={LogOut} size="l" />
          <span className="grow">{t('shell.logOut')}</span>
        </button>
      </nav>
      {main !== undefined && (
        <div className="drawer-foot">
          <p className="strong trunc">{main.username}</p>
          <p className="meta trunc">
            <bdi>{main.person?.name ?? main.email}</bdi>
          </p>
          <MultifaxUsage block main={main} />
        </div>
      )}
    </DrawerFrame>
  );
}
