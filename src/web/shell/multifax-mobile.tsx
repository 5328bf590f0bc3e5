import './mobile-nav.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { History, KeyRound, LogOut, ShieldCheck, UsersRound, Webhook } from 'lucide-react';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useThemeEntry } from './account-menu.tsx';
import { DrawerFrame } from './drawer-frame.tsx';
import { MULTIFAX_SECTIONS } from './multifax-sections.ts';
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

/** The phone's bottom bar of an administrator's pages: the three places, or a page's own actions. */
export function MultifaxMobileNav() {
  const { t } = useTranslation();
  return (
    <div className="bottomnav">
      <div className="bottomnav-slot" ref={useSlot('bottom')} />
      <nav aria-label={t('shell.mainNav')} className="bottomnav-places">
        {MULTIFAX_SECTIONS.map(({ to, icon, shortLabel }) => (
          <Link activeProps={{ 'aria-current': 'page' }} key={to} to={to}>
            <Icon as={icon} size="l" />
            {t(shortLabel)}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function MultifaxDrawer(props: { main: MultifaxData | undefined; open: boolean; onClose: () => void }) {
  const { main, open, onClose } = props;
  const { t } = useTranslation();
  const signOut = useSignOut('/multifax/login');
  const theme = useThemeEntry();
  return (
    <DrawerFrame onClose={onClose} open={open}>
      <nav aria-label={t('shell.mainNav')} className="drawer-nav">
        {MULTIFAX_SECTIONS.map(({ to, icon, label }) => (
          <Link activeProps={{ 'aria-current': 'page' }} key={to} onClick={onClose} to={to}>
            <Icon as={icon} size="l" />
            <span className="grow">{t(label)}</span>
          </Link>
        ))}
        <hr />
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/multifax/account-security">
          <Icon as={ShieldCheck} size="l" />
          <span className="grow">{t('security.title')}</span>
        </Link>
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/multifax/api-keys">
          <Icon as={KeyRound} size="l" />
          <span className="grow">{t('apiKeys.title')}</span>
        </Link>
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/multifax/webhooks">
          <Icon as={Webhook} size="l" />
          <span className="grow">{t('webhooks.title')}</span>
        </Link>
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/multifax/provisioning">
          <Icon as={UsersRound} size="l" />
          <span className="grow">{t('provisioning.title')}</span>
        </Link>
        <Link activeProps={{ 'aria-current': 'page' }} onClick={onClose} to="/multifax/activity">
          <Icon as={History} size="l" />
          <span className="grow">{t('multifax.activity.title')}</span>
        </Link>
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
            <bdi dir="ltr">{main.email}</bdi>
          </p>
          <MultifaxUsage block main={main} />
        </div>
      )}
    </DrawerFrame>
  );
}
