import '#web/shared/brands/look-frame.css';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { appUrl } from '#web/kit/page-config.ts';

/** The only color notation that may enter a style. */
const COLOR = /^#(?:[0-9a-fA-F]{3}){1,2}$/;

/** The brand with the values typed now, light and dark; an invalid color shows the product's color. */
export function BrandLook(props: { brand: ConsoleBrand; title: string; color: string }) {
  const { brand, title, color } = props;
  const { t } = useTranslation();
  const style = COLOR.test(color) ? ({ '--brand': color } as CSSProperties) : undefined;
  const picture = brand.banner || brand.logo;
  return (['light', 'dark'] as const).map((look) => (
    <section
      aria-label={t(`shell.theme.${look}`)}
      className="look-frame oc-look"
      data-brand
      data-look={look}
      key={look}
      style={style}
    >
      <header>
        {picture === '' ? <strong>{title}</strong> : <img alt={title} src={appUrl(picture)} />}
        <span className="strong">{t('shell.dashboard')}</span>
      </header>
      <div>
        <strong>{t('operator.brand.welcome', { title })}</strong>
        <span className="btn" data-size="md" data-variant="primary">
          {t('login.submit')}
        </span>
        <span className="oc-look-link">{t('login.forgot')}</span>
      </div>
    </section>
  ));
}
