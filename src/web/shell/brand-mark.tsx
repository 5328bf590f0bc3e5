import './brand-mark.css';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { assetUrl, brandTitle, useBrand } from '#web/kit/brand.ts';

/** The brand in a header: its picture, or the mark with the title if it has none. */
export function BrandMark(props: { place: 'header' | 'sign-in' }) {
  const brand = useBrand();
  const title = brandTitle(brand);
  // Headers show the banner, sign-in pages the logo (BRAND-10); each is the fallback for the other.
  const picture =
    props.place === 'header' ? brand?.top_banner || brand?.logo : brand?.logo || brand?.top_banner;
  if (picture !== undefined && picture !== '')
    return <img alt={title} className="brand-pic" data-place={props.place} src={assetUrl(picture)} />;
  return (
    <span className="brand">
      <span aria-hidden="true" className="mk">
        <svg
          fill="none"
          height="16"
          stroke="currentColor"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="1.6"
          viewBox="0 0 16 16"
          width="16"
        >
          <path d="M3 1.8h6.4L13 5.4v8.8H3z" />
          <path d="M5.6 7.6h4.8M5.6 10.4h4.8" />
          <path d="M9.2 2v3.6h3.6" />
        </svg>
      </span>
      {title}
    </span>
  );
}

/** The brand as a link to the dashboard. */
export function BrandLink() {
  const { t } = useTranslation();
  const title = brandTitle(useBrand());
  return (
    <Link aria-label={t('shell.home', { title })} className="brand-link" to="/dashboard">
      <BrandMark place="header" />
    </Link>
  );
}
