import './account-menu.css';
import './mailbox-header.css';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from '@tanstack/react-router';
import { History, KeyRound, LogOut, ShieldCheck, UsersRound, Webhook } from 'lucide-react';
import { brandTitle, useBrand } from '#web/kit/brand.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { Menu } from '#web/ui/menu.tsx';
import { useThemeEntry } from './account-menu.tsx';
import { BrandMark } from './brand-mark.tsx';
import { MULTIFAX_SECTIONS } from './multifax-sections.ts';
import { MultifaxUsage } from './multifax-usage.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The header of an administrator's pages on wide screens: brand, places, usage, who is signed in (HEAD-11 to HEAD-13). */
export function MultifaxHeader(props: { main: MultifaxData | undefined }) {
  const { main } = props;
  const { t } = useTranslation();
  return (
    <header className="hd">
      <MultifaxBrandLink />
      <nav aria-label={t('shell.mainNav')} className="nav">
        {MULTIFAX_SECTIONS.map(({ to, label }) => (
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

/** Logging out must work without any data, too. */
function AdministratorMenu(props: { main: MultifaxData | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut('/multifax/login');
  const theme = useThemeEntry();
  const { username = '', email = '' } = props.main ?? {};
  return (
    <Menu
      entries={[
        {
          id: 'security',
          label: t('security.title'),
          icon: ShieldCheck,
          onAction: () => void navigate({ to: '/multifax/account-security' }),
        },
        {
          id: 'api-keys',
          label: t('apiKeys.title'),
          icon: KeyRound,
          onAction: () => void navigate({ to: '/multifax/api-keys' }),
        },
        {
          id: 'webhooks',
          label: t('webhooks.title'),
          icon: Webhook,
          onAction: () => void navigate({ to: '/multifax/webhooks' }),
        },
        {
          id: 'provisioning',
          label: t('provisioning.title'),
          icon: UsersRound,
          onAction: () => void navigate({ to: '/multifax/provisioning' }),
        },
        {
          id: 'activity',
          label: t('multifax.activity.title'),
          icon: History,
          onAction: () => void navigate({ to: '/multifax/activity' }),
        },
        theme,
        {
          id: 'log-out',
          label: t('shell.logOut'),
          icon: LogOut,
          divided: true,
          onAction: () => void signOut(),
        },
      ]}
      label={`${t('multifax.administrator', { name: username })} ${email}`.trim()}
      look="plain"
      placement="bottom end"
      trigger={
        <span className="acct-who">
          <span className="acct-number trunc">{username}</span>{' '}
          <span className="acct-mail">
            <bdi dir="ltr">{email}</bdi>
          </span>
        </span>
      }
      triggerClass="acct"
    />
  );
}
