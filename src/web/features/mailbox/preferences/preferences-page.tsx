import '#web/ui/side-column.css';
import './preferences.css';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { useBrand } from '#web/kit/brand.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Icon } from '#web/ui/icon.tsx';
import { PLACES, shownPlaces } from './preference-places.ts';

/** The preferences: the menu beside the current page; on phones the menu is a separate page (PGEN-11). */
export function PreferencesPage() {
  const narrow = useNarrow();
  const main = useMainData();
  return (
    <div className="prefs">
      <OwnPlaces main={main} />
      {!narrow && <PreferencesRail />}
      <Outlet />
    </div>
  );
}

/**
 * Redirects from a page that the user's role does not allow to the first allowed one. It sends no requests: it renders
 * once more on the way to the login page, when nobody is signed in anymore.
 */
function OwnPlaces({ main }: { main: MainData | undefined }) {
  const brand = useBrand();
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (main === undefined || main.person === null) return null;
  const hidden = PLACES.find(({ to }) => path.endsWith(to));
  const shown = shownPlaces({ brand, main });
  const [first] = shown;
  if (hidden === undefined || shown.includes(hidden) || first === undefined) return null;
  return <Navigate replace to={first.to} />;
}

function PreferencesRail() {
  const { t } = useTranslation();
  const brand = useBrand();
  const main = useMainData();
  return (
    <nav aria-labelledby="prefs-title" className="rail prefs-rail">
      <h2 id="prefs-title">{t('preferences.title')}</h2>
      <ul>
        {shownPlaces({ brand, main }).map((place) => (
          <li key={place.to}>
            <Link activeProps={{ 'aria-current': 'page' }} className="rail-link" to={place.to}>
              <Icon as={place.icon} />
              {t(place.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
