import './page-footer.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { brandTitle, useBrand } from '#web/kit/brand.ts';

/** The footer of a page: the time zone of its times, a link to help, and the name of the product. */
export function PageFooter(props: { zone: string | undefined }) {
  const { t } = useTranslation();
  const brand = useBrand();
  const helpUrl = brand?.ext.helpUrl ?? '';
  return (
    <footer className="ft">
      {props.zone !== undefined && <span>{t('shell.timesIn', { zone: props.zone })}</span>}
      <span className="grow" />
      <Link params={{ _splat: '' }} to="/developers/$">
        {t('developers.title')}
      </Link>
      {helpUrl !== '' && (
        <a href={helpUrl} rel="noopener noreferrer" target="_blank">
          {t('shell.contactCenter')}
        </a>
      )}
      <span>{brandTitle(brand)}</span>
    </footer>
  );
}
