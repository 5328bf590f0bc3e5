import '#web/ui/side-column.css';
import './preferences.css';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from '@tanstack/react-router';
import { useBrand } from '#web/kit/brand.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { Icon } from '#web/ui/icon.tsx';
import { shownPlaces } from './preference-places.ts';

/** The preferences: the menu beside the chosen page; phones have the menu as a page of its own (PGEN-11). */
export function PreferencesPage() {
  const narrow = useNarrow();
  return (
    <div className="prefs">
      {!narrow && <PreferencesRail />}
      <Outlet />
    </div>
  );
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
