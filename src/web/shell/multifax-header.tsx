import './account-menu.css';
import './mailbox-header.css';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import { ContactRound, LogOut } from 'lucide-react';
import { afterPaint } from '#web/kit/after-paint.ts';
import { brandTitle, useBrand } from '#web/kit/brand.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { Menu } from '#web/ui/menu.tsx';
import { useThemeEntry } from './account-menu.tsx';
import { BrandMark } from './brand-mark.tsx';
import { openOverlay } from './overlay.ts';
import { MULTIFAX_MENU, MULTIFAX_SECTIONS, placesFor } from './multifax-sections.ts';
import { MultifaxUsage } from './multifax-usage.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The header of an administrator's pages on wide screens: brand, places, usage, user (HEAD-11 to HEAD-13). */
export function MultifaxHeader(props: { main: MultifaxData | undefined }) {
  const { main } = props;
  const { t } = useTranslation();
  return (
    <header className="hd">
      <MultifaxBrandLink />
      <nav aria-label={t('shell.mainNav')} className="nav">
        {placesFor(MULTIFAX_SECTIONS, main).map(({ to, label }) => (
          <Link activeProps={{ 'aria-current': 'page' }} key={to} to={to}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <span className="grow" />
      <MultifaxUsage main={main} />
      {main !== undefined && <span className="vr" />}
      <AdministratorMenu main={main} />
    </header>
  );
}

function MultifaxBrandLink() {
  const { t } = useTranslation();
  const title = brandTitle(useBrand());
  return (
    <Link
      aria-label={t('multifax.home', { title })}
      className="brand-link"
      to="/multifax/configure-fax-accounts"
    >
      <BrandMark place="header" />
    </Link>
  );
}

/** The account menu; signing out must work without any data, too. */
function AdministratorMenu(props: { main: MultifaxData | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const person = props.main?.person ?? null;
  const signOut = useSignOut(person ? '/login/email' : '/multifax/login');
  const theme = useThemeEntry();
  const { username = '', email = '' } = props.main ?? {};
  const who = person?.name ?? email;
  const several = (person?.places ?? 0) > 1;
  return (
    <Menu
      entries={[
        ...(several
          ? [
              {
                id: 'accounts',
                label: t('people.switch.title'),
                icon: ContactRound,
                // Deferred until the menu has returned the focus.
                onAction: () => afterPaint(() => openOverlay('accounts')),
              },
            ]
          : []),
        ...placesFor(MULTIFAX_MENU, props.main).map(({ to, label, icon }) => ({
          id: to,
          label: t(label),
          icon,
          onAction: () => void navigate({ to }),
        })),
        theme,
        {
          id: 'log-out',
          label: t('shell.logOut'),
          icon: LogOut,
          divided: true,
          onAction: () => void signOut(),
        },
      ]}
      label={`${t('multifax.administrator', { name: username })} ${who}`.trim()}
      look="plain"
      placement="bottom end"
      trigger={
        <span className="acct-who">
          <span className="acct-number trunc">{username}</span>{' '}
          <span className="acct-mail">
            <bdi>{who}</bdi>
          </span>
        </span>
      }
      triggerClass="acct"
    />
  );
}
