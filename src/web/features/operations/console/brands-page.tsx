import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { operatorBrands } from '#contract/brands/brands.admin.ts';
import type { ConsoleBrand } from '#contract/brands/brands.admin.ts';
import { Pill } from '#web/ui/pill.tsx';
import { AddBrand } from './add-brand.tsx';
import { ConsoleList } from './console-list.tsx';
import type { ConsoleColumn } from './console-list.tsx';
import { ConsoleLink } from './console-parts.tsx';
import { useConsole } from './console-query.ts';

/** White-label customers. */
export function BrandsPage() {
  const { t } = useTranslation();
  const brands = useConsole(operatorBrands);
  const columns = useColumns();
  return (
    <ConsoleList
      actions={<AddBrand />}
      lead={t('operator.brand.lead')}
      name={t('operator.place.brands')}
      columns={columns}
      empty={t('operator.brand.none')}
      loaded={brands}
      rowKey={(row) => row.hid}
      rows={brands.data?.brands}
      to={({ hid }) => `brands/${hid}`}
    />
  );
}

function useColumns(): readonly ConsoleColumn<ConsoleBrand>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('operator.brand.name'),
        cell: ({ hid, name, isDefault }) => (
          <span>
            <ConsoleLink to={`brands/${hid}`}>{name}</ConsoleLink>{' '}
            {isDefault && <Pill tone="plain">{t('operator.brand.default')}</Pill>}
          </span>
        ),
      },
      { key: 'title', head: t('operator.brand.title'), cell: ({ title }) => title },
      {
        key: 'domains',
        head: t('operator.brand.domains'),
        wide: true,
        cell: ({ domains }) => domains.join(', ') || '–',
      },
      { key: 'lang', head: t('operator.brand.lang'), wide: true, cell: ({ lang }) => lang },
      {
        key: 'color',
        head: t('operator.brand.color'),
        wide: true,
        cell: ({ color }) => <span className="oc-code">{color || '–'}</span>,
      },
      { key: 'hid', head: t('operator.brand.one'), wide: true, align: 'end', cell: ({ hid }) => hid },
    ],
    [t],
  );
}
