import './app-shell.css';
import { useEffect, useRef } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, Outlet, useMatches } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { setUnreadInTitle } from '#web/kit/brand.ts';
import { ConnectionNotice } from '#web/kit/connection-notice.tsx';
import { useFocusOnArrival } from '#web/kit/focus-on-arrival.ts';
import { useKeptFocus } from '#web/kit/kept-focus.ts';
import { useMultifaxQuery } from '#web/shared/customers/multifax-data.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { MultifaxHeader } from './multifax-header.tsx';
import { MultifaxMobileHeader, MultifaxMobileNav } from './multifax-mobile.tsx';
import { placeInstead } from './multifax-sections.ts';
import { overlay } from './overlay.ts';
import { BannerList } from '#web/ui/banner-list.tsx';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';

/** The frame of every administrator page: its own header and places, notices and confirmations (HEAD-15, MFL-09). */
export function MultifaxShell() {
  const { i18n } = useTranslation();
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={i18n.language}>
        <Frame />
      </I18nProvider>
    </QueryClientProvider>
  );
}

const AccountSwitcher = later(async () => (await import('./overlays.ts')).AccountSwitcher);

function Frame() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { data: main, isPending } = useMultifaxQuery();
  const page = useRef<HTMLElement>(null);
  useFocusOnArrival(page);
  useKeptFocus(page);
  useEffect(() => setUnreadInTitle(0), []);
  return (
    <div className="app">
      <button className="skip btn" onClick={() => page.current?.focus()} type="button">
        {t('multifax.skip')}
      </button>
      {narrow ? <MultifaxMobileHeader main={main} /> : <MultifaxHeader main={main} />}
      <main className="app-page" ref={page} tabIndex={-1}>
        <BannerList closeLabel={t('app.close')} />
        {!isPending && <Page main={main} />}
      </main>
      {narrow && <MultifaxMobileNav main={main} />}
      <Switcher />
      <ConfirmHost />
      <ConnectionNotice />
      <GrowlHost closeLabel={t('app.close')} />
    </div>
  );
}

/** The page of the address, or the first page that the role of the signed-in user allows. */
function Page({ main }: { main: MultifaxData | undefined }) {
  // The path of the displayed page: the address changes before the next page has loaded.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const instead = main && placeInstead(path, main);
  return instead === undefined ? <Outlet /> : <Navigate replace to={instead} />;
}

/** The accounts and administrators that the person can switch to, when the menu requests them. */
function Switcher() {
  const shown = useStore(overlay);
  useEffect(() => () => overlay.set(null), []);
  if (shown?.kind !== 'accounts') return null;
  const close = (run?: () => void) => {
    overlay.set(null);
    if (shown.before instanceof HTMLElement && shown.before.isConnected) shown.before.focus();
    run?.();
  };
  return <AccountSwitcher onClose={close} />;
}
