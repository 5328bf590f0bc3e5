import './app-shell.css';
import { useEffect, useRef } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { brandTitle, setUnreadInTitle, useBrand } from '#web/kit/brand.ts';
import { ConnectionNotice, useLongAway } from '#web/kit/connection-notice.tsx';
import { useFocusOnArrival } from '#web/kit/focus-on-arrival.ts';
import { SINGLE_KEYS, singleKeys, useHotkeys } from '#web/kit/hotkeys.ts';
import { useKeptFocus } from '#web/kit/kept-focus.ts';
import { useLiveEvents } from '#web/kit/live-events.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useNotices } from '#web/shared/mailbox/use-notices.ts';
import { NoAnswer } from '#web/kit/no-answer.tsx';
import { queryClient } from '#web/kit/query-client.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';
import { useUndo } from '#web/shared/mailbox/undoable.ts';
import { FileIntake } from './file-intake.tsx';
import { MailboxHeader } from './mailbox-header.tsx';
import { MobileHeader } from './mobile-header.tsx';
import { MobileNav } from './mobile-nav.tsx';
import { OverlayHost } from './overlay-host.tsx';
import { PageFooter } from './page-footer.tsx';
import { SECTIONS } from './sections.ts';
import { TourHost } from '#web/features/mailbox/tours/tour-host.tsx';
import { BannerList } from '#web/ui/banner-list.tsx';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';

/** The page that a click on a browser notification opens. */
const NOTICE_LEADS_TO = {
  arrived: { to: '/inbox' },
  sent: { to: '/inbox', search: { folder: 'Sent' } },
  failed: { to: '/dashboard' },
} as const;

/** The frame of every mailbox page: headers, navigation, notices, confirmations, shortcuts, and the shell's polls. */
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
  // Dates must not change from one time zone to another: pages wait until the settings have loaded or failed.
  const settings = useQuery(settingsQuery);
  const lost = useLongAway() && settings.data === undefined;
  const page = useRef<HTMLElement>(null);
  const faxes = useMatches({ select: (matches) => matches.at(-1)?.pathname === '/inbox' });
  const footer = useMatches({ select: (matches) => matches.at(-1)?.staticData.footer === true });
  const unread = main?.folders.Inbox.unread ?? 0;
  useLiveEvents();
  useFocusOnArrival(page);
  useKeptFocus(page);
  const title = brandTitle(useBrand());
  useNotices(main, settings.data?.timeZoneLabel.system_name, (event, count) => ({
    title: t(`shell.notice.${event}`, { count }),
    body: title,
    open: () => void navigate(NOTICE_LEADS_TO[event]),
  }));
  useEffect(() => setUnreadInTitle(unread), [unread]);
  useUndo();
  useHotkeys([
    ...SECTIONS.map(({ to, hotkey }) => ({ code: hotkey, run: () => void navigate({ to }) })),
    { code: 'KeyN', run: props.openCompose },
    { key: SINGLE_KEYS.compose, run: props.openCompose },
  ]);
  const keysOn = settings.data?.singleKeys === '1';
  useEffect(() => {
    singleKeys.set(keysOn);
    return () => singleKeys.set(false);
  }, [keysOn]);
  return (
    <div className="app">
      <button className="skip btn" onClick={() => skipTo(page.current)} type="button">
        {t(faxes ? 'shell.skip' : 'shell.skipToPage')}
      </button>
      {narrow ? <MobileHeader main={main} /> : <MailboxHeader main={main} />}
      <main className="app-page" ref={page} tabIndex={-1}>
        <BannerList closeLabel={t('app.close')} />
        {lost && <NoAnswer onRetry={settings.refetch} trying={settings.isFetching} />}
        {!lost && !settings.isPending && <Outlet />}
        {footer && !lost && !settings.isPending && <PageFooter zone={settings.data?.timeZoneLabel.name} />}
      </main>
      {narrow && <MobileNav main={main} />}
      <TourHost number={main?.formattedFaxNumber} value={settings.data?.tour} />
      <FileIntake />
      <OverlayHost main={main} />
      <ConfirmHost />
      {!lost && <ConnectionNotice />}
      <GrowlHost closeLabel={t('app.close')} />
    </div>
  );
}

/** Skips the menus: focuses the tabbable row of a fax list, the first row of the Outbox, or otherwise the page. */
function skipTo(page: HTMLElement | null): void {
  const row = page?.querySelector<HTMLElement>('[data-skip-to] :is([tabindex="0"], button)');
  row?.focus();
  if (row === null || row === undefined || document.activeElement !== row) page?.focus();
}
