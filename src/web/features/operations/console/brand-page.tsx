import type { FormEvent } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { operatorBrandSet, operatorBrands } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BrandDomains } from './brand-domains.tsx';
import { BrandLook } from './brand-look.tsx';
import { BrandNotices } from './brand-notices.tsx';
import { BrandPasswords } from './brand-passwords.tsx';
import { BrandPrograms } from './brand-programs.tsx';
import { BrandPictures } from './brand-pictures.tsx';
import { BrandWords } from './brand-words.tsx';
import { ConsolePage, ConsoleFailed } from './console-parts.tsx';
import { useConsole, useAction, useConsoleDraft } from './console-query.ts';
import { RemoveBrand } from './remove-brand.tsx';

/** The fields of the form, with the names of the command line, and their maximum lengths. */
const FIELDS = [
  ['name', 80],
  ['title', 80],
  ['color', 7],
  ['help_url', 300],
  ['cancellation_email', 128],
  ['send_domain', 253],
  ['origin', 300],
] as const;
type Values = Record<(typeof FIELDS)[number][0], string>;

/** A brand: its texts and look, with a live preview. */
export function BrandPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const brands = useConsole(operatorBrands);
  const brand = brands.data?.brands.find(({ hid }) => hid === id);
  const name = brand?.name ?? t('operator.brand.one');
  return (
    <ConsolePage
      back={{ to: 'brands', label: t('operator.place.brands') }}
      actions={brand?.isDefault === false && <RemoveBrand brand={brand} />}
      name={name}
      title={name}
    >
      {brands.isError && <ConsoleFailed retry={brands.refetch} />}
      {brands.isPending && <Skeleton height="240px" width="100%" />}
      {brands.data !== undefined && brand === undefined && <EmptyState title={t('operator.brand.unknown')} />}
      {brand !== undefined && <Editor brand={brand} key={brand.hid} />}
    </ConsolePage>
  );
}

/** Returns a hint, but only for fields that are not self-explanatory. */
function hintOf(field: keyof Values, t: TFunction): string | undefined {
  if (field === 'color') return t('operator.brand.colorHint');
  return field === 'origin' ? t('operator.brand.originHint') : undefined;
}

function valuesOf(brand: ConsoleBrand): Values {
  const { name, title, color, helpUrl, cancellationEmail, sendDomain, origin } = brand;
  return {
    name,
    title,
    color,
    help_url: helpUrl,
    cancellation_email: cancellationEmail,
    send_domain: sendDomain,
    origin: origin ?? '',
  };
}

function Editor({ brand }: { brand: ConsoleBrand }) {
  const { t } = useTranslation();
  const act = useAction();
  const stored = valuesOf(brand);
  const draft = useConsoleDraft(stored);
  const { values } = draft;
  const changed = FIELDS.filter(([field]) => values[field] !== stored[field]).map(([field]) => field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = Object.fromEntries(changed.map((field) => [field, values[field]]));
    const body = { hid: brand.hid, values: input };
    void draft.save(async () => (await act(operatorBrandSet, body, { done: t('operator.saved') })) !== null);
  };
  return (
    <>
      <div className="oc-halves">
        <div>
          <Card title={t('operator.brand.settings')}>
            <form className="oc-body" noValidate onSubmit={submit}>
              {FIELDS.map(([field, most]) => (
                <TextField
                  hint={hintOf(field, t)}
                  key={field}
                  label={t(`operator.brand.field.${field}`)}
                  maxLength={most}
                  name={field}
                  onChange={(event) => draft.change({ [field]: event.target.value })}
                  value={values[field]}
                />
              ))}
              <div>
                <Button busy={draft.saving} disabled={changed.length === 0} type="submit" variant="primary">
                  {t('operator.save')}
                </Button>
              </div>
            </form>
          </Card>
          <BrandNotices brand={brand} />
          <BrandPrograms brand={brand} />
        </div>
        <div>
          <Card title={t('operator.brand.preview')}>
            <div className="oc-body">
              <BrandLook brand={brand} color={values.color} title={values.title} />
            </div>
          </Card>
          <BrandPictures brand={brand} />
          <BrandDomains brand={brand} />
          <BrandPasswords brand={brand} />
        </div>
      </div>
      <BrandWords brand={brand} />
    </>
  );
}
