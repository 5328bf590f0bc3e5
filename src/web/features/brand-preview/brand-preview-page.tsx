import './brand-preview.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getBrandingData } from '#contract/branding.ts';
import type { Branding } from '#contract/branding.ts';
import { assetUrl, brandTitle } from '#web/kit/brand.ts';
import { callApi } from '#web/kit/call-api.ts';
import { appUrl, hostName } from '#web/kit/page-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { TextField } from '#web/ui/text-field.tsx';

/** The one form of colour that may reach a style (design section 4). */
const COLOR = /--brand:(#[0-9a-fA-F]{3,6})\}/;

/** What a brand looks like in both looks, before its domain leads here: for the operator's eye. It shows nothing that is secret. */
export function BrandPreviewPage() {
  const { t } = useTranslation();
  const brand = usePreviewed();
  if (brand === null) return null;
  return (
    <div className="preview">
      <h1>{t('brandPreview.title', { title: brandTitle(brand) })}</h1>
      {(['light', 'dark'] as const).map((look) => (
        <Sample brand={brand} key={look} look={look} />
      ))}
    </div>
  );
}

function Sample(props: { brand: Branding; look: 'light' | 'dark' }) {
  const { brand, look } = props;
  const { t } = useTranslation();
  return (
    <section aria-label={t(`shell.theme.${look}`)} className="preview-look" data-brand data-look={look}>
      <header>
        <Picture brand={brand} of={brand.top_banner || brand.logo} place="header" />
        <span className="preview-here">{t('shell.dashboard')}</span>
        <span>
          {t('shell.faxMessages')} <Count fresh label={t('shell.unread', { count: 4 })} value={4} />
        </span>
      </header>
      <div className="preview-card">
        <Picture brand={brand} of={brand.logo || brand.top_banner} place="sign-in" />
        <h2>{t('login.title')}</h2>
        <TextField label={t('login.faxNumber')} readOnly value="212-555-0100" />
        <Button variant="primary">{t('login.submit')}</Button>
        <span className="preview-link">{t('login.forgot')}</span>
      </div>
    </section>
  );
}

function Picture(props: { brand: Branding; of: string; place: 'header' | 'sign-in' }) {
  const title = brandTitle(props.brand);
  if (props.of === '') return <strong>{title}</strong>;
  return <img alt={title} className="brand-pic" data-place={props.place} src={assetUrl(props.of)} />;
}

/** The brand of the domain that the address names; its colour becomes this page's. */
function usePreviewed(): Branding | null {
  const [brand, setBrand] = useState<Branding | null>(null);
  useEffect(() => {
    const domain = new URLSearchParams(location.search).get('domain') ?? hostName();
    const load = async () => {
      const found = await callApi(getBrandingData, { query: { fax_domain: domain } });
      const sheet = await fetch(appUrl(`/brand/${encodeURIComponent(found.hid)}/theme.css`));
      const color = COLOR.exec(await sheet.text())?.[1];
      if (color !== undefined) document.documentElement.style.setProperty('--brand', color);
      setBrand(found);
    };
    // Without an answer there is nothing to look at; the page stays empty.
    void load().catch(() => undefined);
    return () => void document.documentElement.style.removeProperty('--brand');
  }, []);
  return brand;
}
