import './other-way.css';
import { useTranslation } from 'react-i18next';

/** The separator between the form of a login page and the other ways to sign in. */
export function OtherWay() {
  const { t } = useTranslation();
  return <p className="sheet-or">{t('login.or')}</p>;
}
