import '#web/ui/button.css';
import './mailbox-header.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { KeyRound, Menu } from 'lucide-react';
import { useBrand, brandTitle } from '#web/kit/brand.ts';
import { currentSession } from '#web/kit/session-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { BrandMark } from './brand-mark.tsx';

/** The links to the developer pages, in the header and in the side menu. */
function DeveloperPlaces(props: { page: string; reference: string; onGo?: (() => void) | undefined }) {
  const { page, reference, onGo } = props;
  const { t } = useTranslation();
  const places = [
    { to: reference, label: t('developers.title'), here: page.startsWith('calls/') },
    { to: 'guides/first-fax', label: t('developers.guides'), here: page.startsWith('guides/') },
    { to: 'events', label: t('developers.events'), here: page === 'events' },
    { to: 'errors', label: t('developers.errors'), here: page === 'errors' },
    { to: 'changelog', label: t('developers.changelog'), here: page === 'changelog' },
  ];
  return places.map(({ to, label, here }) => (
    <Link
      key={to}
      onClick={onGo}
      params={{ _splat: to }}
      to="/developers/$"
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      {label}
    </Link>
  ));
}

/** The same links as a list below a label. */
export function DeveloperNav(props: {
  className: string;
  page: string;
  reference: string;
  onGo?: () => void;
}) {
  const { className, page, reference, onGo } = props;
  const { t } = useTranslation();
  return (
    <nav aria-label={t('developers.places')} className={className}>
      <DeveloperPlaces onGo={onGo} page={page} reference={reference} />
    </nav>
  );
}

/** A link to the page of the API keys for people who are signed in, to the login page for others. */
function KeysLink() {
  const { t } = useTranslation();
  const { token, kind } = currentSession();
  if (!token)
    return (
      <Link className="btn" data-variant="quiet" to="/login">
        {t('login.submit')}
      </Link>
    );
  return (
    <Link
      className="btn"
      data-variant="quiet"
      to={kind === 'multifax' ? '/multifax/api-keys' : '/preferences/api-keys'}
    >
      <Icon as={KeyRound} size="s" />
      {t('apiKeys.title')}
    </Link>
  );
}

/** The header of the developer pages, for people who are signed in or not. */
export function DevelopersHeader(props: {
  narrow: boolean;
  page: string;
  reference: string;
  search: React.ReactNode;
  onMenu: () => void;
}) {
  const { narrow, page, reference, search, onMenu } = props;
  const { t } = useTranslation();
  const title = brandTitle(useBrand());
  return (
    <header className="hd">
      {narrow && <IconButton icon={Menu} label={t('shell.menu')} onPress={onMenu} size="touch" />}
      <Link aria-label={title} className="brand-link" to="/">
        <BrandMark place="header" />
      </Link>
      {!narrow && <DeveloperNav className="nav" page={page} reference={reference} />}
      <span className="grow" />
      {!narrow && search}
      {!narrow && <KeysLink />}
    </header>
  );
}
