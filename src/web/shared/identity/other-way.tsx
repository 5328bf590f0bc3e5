import './other-way.css';
import { useTranslation } from 'react-i18next';

/** The line between the form of a login page and the other ways to log in. */
export function OtherWay() {
  const { t } = useTranslation();
  return <p className="sheet-or">{t('login.or')}</p>;
}
