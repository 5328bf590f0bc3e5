import './app-shell.css';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { setUnreadInTitle } from './kit/brand.ts';
import { useHotkeys } from './kit/hotkeys.ts';
import { useLiveEvents } from './kit/live-events.ts';
import { useMainData } from './kit/main-data.ts';
import { queryClient } from './kit/query-client.ts';
import { useNarrow } from './kit/screen.ts';
import { settingsQuery } from './kit/settings.ts';
import { MailboxHeader } from './features/shell/mailbox-header.tsx';
import { MobileHeader } from './features/shell/mobile-header.tsx';
import { MobileNav } from './features/shell/mobile-nav.tsx';
import { PageFooter } from './features/shell/page-footer.tsx';
import { SECTIONS } from './features/shell/sections.ts';
import { BannerList } from './ui/banner-list.tsx';
import { ConfirmHost } from './ui/confirm.tsx';
import { GrowlHost } from './ui/growl.tsx';

/** Everything around a page of the mailbox: headers, navigation, notices, questions, shortcuts, the polls of the shell. */
export function AppShell() {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={i18n.language}>
        <Frame openCompose={() => void navigate({ to: '/inbox/compose' })} />
      </I18nProvider>
    </QueryClientProvider>
  );
}

function Frame(props: { openCompose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const main = useMainData();
  // Dates must not appear in one zone and jump to another: pages wait for the settings, or for their failure.
  const settings = useQuery(settingsQuery);
  const page = useRef<HTMLElement>(null);
  const footer = useMatches({ select: (matches) => matches.at(-1)?.staticData.footer === true });
  const unread = main?.folders.Inbox.unread ?? 0;
  useLiveEvents();
  useFocusOnArrival(page);
  useEffect(() => setUnreadInTitle(unread), [unread]);
  useHotkeys([
    ...SECTIONS.map(({ to, hotkey }) => ({ code: hotkey, run: () => void navigate({ to }) })),
    { code: 'KeyN', run: props.openCompose },
  ]);
  return (
    <div className="app">
      <button className="skip btn" onClick={() => page.current?.focus()} type="button">
        {t('shell.skip')}
      </button>
      {narrow ? <MobileHeader main={main} /> : <MailboxHeader main={main} />}
      <main className="app-page" ref={page} tabIndex={-1}>
        <BannerList closeLabel={t('app.close')} />
        {!settings.isPending && <Outlet />}
        {footer && !settings.isPending && <PageFooter zone={settings.data?.timeZoneLabel.name} />}
      </main>
      {narrow && <MobileNav main={main} />}
      <ConfirmHost />
      <GrowlHost closeLabel={t('app.close')} />
    </div>
  );
}

/**
 * After a change of page (not of its search) the focus goes to the page's heading, so that a screen reader reads where
 * it is. The heading may come later than the route (code and data still loading): until then the page itself has it.
 */
function useFocusOnArrival(page: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const seek = new MutationObserver(() => {
      const moved = document.activeElement !== document.body && document.activeElement !== page.current;
      if (moved || focusHeading()) seek.disconnect();
    });
    const arrived = ({ pathChanged, fromLocation }: { pathChanged: boolean; fromLocation?: unknown }) => {
      seek.disconnect();
      if (!pathChanged || fromLocation === undefined || focusHeading()) return;
      page.current?.focus({ preventScroll: true });
      seek.observe(document.body, { childList: true, subtree: true });
    };
    const stop = router.subscribe('onRendered', arrived);
    return () => {
      stop();
      seek.disconnect();
    };
  }, [page, router]);
}

/** Focuses the heading that is in sight (phones have theirs in the top bar). */
function focusHeading(): boolean {
  const headings = [...document.querySelectorAll<HTMLElement>('.topbar h1, main h1')];
  const heading = headings.find((one) => one.offsetParent !== null);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return heading !== undefined;
}
