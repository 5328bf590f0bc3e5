import './egnyte-guest.css';
import { useTranslation } from 'react-i18next';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { usePageTitle } from '#web/kit/page-title.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useClosing } from './use-closing.ts';

const route = getRouteApi('/guest/egnyte/info');

/**
 * Shows a message from the address, as plain text in a frame that names its source unless it is our own (A-XSS-03);
 * closes after ten seconds.
 */
export function EgnyteInfoPage() {
  const { t } = useTranslation();
  const { message = '', message_type: type } = route.useSearch();
  const own = useLocation({ select: ({ state }) => state.ownMessage }) === message;
  const left = useClosing(true);
  const error = type !== 'info';
  usePageTitle(t(error ? 'egnyte.guest.error' : 'egnyte.guest.info'));
  return (
    <div className="feed">
      <section className="sheet">
        <h1>{t(error ? 'egnyte.guest.error' : 'egnyte.guest.info')}</h1>
        <Banner tone={error ? 'bad' : 'info'}>{message || t('egnyte.guest.noMessage')}</Banner>
        {message !== '' && !own && <p className="meta">{t('egnyte.guest.fromLink')}</p>}
        <p className="meta num">{t('egnyte.guest.closes', { seconds: left })}</p>
      </section>
    </div>
  );
}
