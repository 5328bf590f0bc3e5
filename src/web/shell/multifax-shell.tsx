import './app-shell.css';
import { useEffect, useRef } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { setUnreadInTitle } from '#web/kit/brand.ts';
import { ConnectionNotice } from '#web/kit/connection-notice.tsx';
import { useFocusOnArrival } from '#web/kit/focus-on-arrival.ts';
import { useKeptFocus } from '#web/kit/kept-focus.ts';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { MultifaxHeader } from './multifax-header.tsx';
import { MultifaxMobileHeader, MultifaxMobileNav } from './multifax-mobile.tsx';
import { BannerList } from '#web/ui/banner-list.tsx';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';

/** Everything around a page of an administrator: own header and places, notices, questions (HEAD-15, MFL-09). */
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

function Frame() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const main = useMultifaxData();
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
        <Outlet />
      </main>
      {narrow && <MultifaxMobileNav />}
      <ConfirmHost />
      <ConnectionNotice />
      <GrowlHost closeLabel={t('app.close')} />
    </div>
  );
}
