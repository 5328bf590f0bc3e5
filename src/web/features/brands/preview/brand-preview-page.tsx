import '#web/shared/brands/look-frame.css';
import './brand-preview.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileText } from 'lucide-react';
import { getBrandingData } from '#contract/brands/branding.ts';
import type { Branding } from '#contract/brands/branding.ts';
import { assetUrl, brandTitle } from '#web/kit/brand.ts';
import { fetchWordsOf } from '#web/kit/brand-words.ts';
import { callApi } from '#web/kit/call-api.ts';
import { loadLanguages, showLanguage } from '#web/kit/i18n.ts';
import { appUrl, hostName } from '#web/kit/page-config.ts';
import { Button } from '#web/ui/button.tsx';
import { Count } from '#web/ui/count.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { SampleInbox, UNREAD } from './sample-inbox.tsx';
import type { InboxWord } from './sample-inbox.tsx';

/** The only color notation that may enter a style. */
const COLOR = /--brand:(#[0-9a-fA-F]{3,6})\}/;

/** A preview of a brand in both themes, before its domain points here, for operators. It shows nothing secret. */
export function BrandPreviewPage() {
  const { t } = useTranslation();
  const previewed = usePreviewed();
  if (previewed === null) return null;
  const { brand, language } = previewed;
  const { helpUrl } = brand.ext;
  return (
    <div className="preview">
      <h1>{t('brandPreview.title', { title: brandTitle(brand) })}</h1>
      <dl className="preview-facts">
        <dt>{t('brandPreview.language')}</dt>
        <dd>{language}</dd>
        <dt>{t('brandPreview.help')}</dt>
        <dd dir="ltr">{helpUrl === '' ? t('brandPreview.noHelp') : <a href={helpUrl}>{helpUrl}</a>}</dd>
      </dl>
      {(['light', 'dark'] as const).map((look) => (
        <Sample key={look} look={look} previewed={previewed} />
      ))}
    </div>
  );
}

function Sample(props: { previewed: Previewed; look: 'light' | 'dark' }) {
  const { look } = props;
  const { brand, words } = props.previewed;
  const { t } = useTranslation();
  const say = (key: SampleWord) => words[key] ?? t(key);
  return (
    <section
      aria-label={t(`shell.theme.${look}`)}
      className="look-frame preview-look"
      data-brand
      data-look={look}
    >
      <header>
        <Picture brand={brand} of={brand.top_banner || brand.logo} place="header" />
        <span>{say('shell.dashboard')}</span>
        <span className="preview-here">
          {say('shell.faxMessages')}{' '}
          <Count fresh label={t('shell.unread', { count: UNREAD })} value={UNREAD} />
        </span>
      </header>
      <div className="preview-screens">
        <SampleInbox say={say} />
        <div className="preview-login" inert>
          <Picture brand={brand} of={brand.logo || brand.top_banner} place="sign-in" />
          <div className="feed">
            <div className="sheet">
              <div>
                <h2>{say('login.title')}</h2>
                <p className="lead">{say('login.lead')}</p>
              </div>
              <TextField label={say('login.faxNumber')} readOnly value="212-555-0100" />
              <Button block size="lg" variant="primary">
                {say('login.submit')}
              </Button>
              <span className="preview-link">{say('login.forgot')}</span>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}

function Picture(props: { brand: Branding; of: string; place: 'header' | 'sign-in' }) {
  const title = brandTitle(props.brand);
  if (props.of === '')
    return (
      <span className="brand">
        <span aria-hidden="true" className="mk">
          <Icon as={FileText} size="s" />
        </span>
        {title}
      </span>
    );
  return <img alt={title} className="brand-pic" data-place={props.place} src={assetUrl(props.of)} />;
}

/** Texts of the samples that the brand may override. */
type SampleWord =
  | InboxWord
  | 'shell.dashboard'
  | 'shell.faxMessages'
  | 'login.title'
  | 'login.lead'
  | 'login.faxNumber'
  | 'login.submit'
  | 'login.forgot';

/** A brand as its guests see it. */
interface Previewed {
  brand: Branding;
  /** The name of its language. */
  language: string;
  /** The texts that it overrides in that language. */
  words: Readonly<Record<string, string>>;
}

/** Loads the brand of the domain in the address; its color and its language become those of this page. */
function usePreviewed(): Previewed | null {
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  useEffect(() => {
    const domain = new URLSearchParams(location.search).get('domain') ?? hostName();
    const load = async () => {
      const found = await callApi(getBrandingData, { query: { fax_domain: domain } });
      const sheet = await fetch(appUrl(`/brand/${encodeURIComponent(found.hid)}/theme.css`));
      const color = COLOR.exec(await sheet.text())?.[1];
      if (color !== undefined) document.documentElement.style.setProperty('--brand', color);
      const code = found.lang === '' ? 'en' : found.lang;
      await showLanguage(code);
      const [words, languages] = await Promise.all([fetchWordsOf(found.hid, code), loadLanguages()]);
      const language = languages.find((one) => one.code === code)?.name ?? code;
      setPreviewed({ brand: found, language, words });
    };
    // Without a response there is nothing to show; the page stays empty.
    void load().catch(() => undefined);
    return () => void document.documentElement.style.removeProperty('--brand');
  }, []);
  return previewed;
}
