import { useTranslation } from 'react-i18next';
import { Link, Navigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useBrand } from '#web/kit/brand.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { MobileBar } from '#web/kit/mobile-bar.tsx';
import { usePageTitle } from '#web/kit/page-title.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Icon } from '#web/ui/icon.tsx';
import { StackedBar } from '#web/ui/stacked-bar.tsx';
import { shownPlaces } from './preference-places.ts';

/** Phones have no keyboard. */
const KEYS_PAGE = '/preferences/keyboard-shortcuts';

/** /preferences: the list of pages on phones; wide screens show it at the side and redirect to General (ROUTE-10). */
export function PreferencesMenu() {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const brand = useBrand();
  const main = useMainData();
  usePageTitle(t('preferences.title'));
  if (!narrow) return <Navigate replace to="/preferences/general" />;
  return (
    <div className="prefs-menu">
      <MobileBar title={t('preferences.title')} />
      {main !== undefined && <WhoAmI main={main} />}
      <nav aria-label={t('preferences.title')}>
        <ul>
          {shownPlaces({ brand, main })
            .filter((place) => place.to !== KEYS_PAGE)
            .map((place) => (
              <li key={place.to}>
                <Link to={place.to}>
                  <Icon as={place.icon} />
                  <span className="grow">{t(place.label)}</span>
                  <Icon as={ChevronRight} flip size="s" />
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}

function WhoAmI(props: { main: MainData }) {
  const { main } = props;
  const { t } = useTranslation();
  const { currentUsage, monthLimit, rcvdPages, sentPages } = main;
  return (
    <div className="prefs-who">
      <p className="strong num">
        <bdi dir="ltr">{main.formattedFaxNumber}</bdi>
      </p>
      <p className="meta">
        <bdi>{main.person?.name ?? main.adminEmail}</bdi>
      </p>
      {!main.enterprise && (
        <>
          <StackedBar
            max={monthLimit}
            parts={[
              { key: 'received', value: rcvdPages, tone: 'first' },
              { key: 'sent', value: sentPages, tone: 'second' },
            ]}
          />
          <p className="meta num">{t('preferences.usage', { used: currentUsage, limit: monthLimit })}</p>
        </>
      )}
    </div>
  );
}
