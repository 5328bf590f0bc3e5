import { useTranslation } from 'react-i18next';
import { Select } from '#web/ui/select.tsx';
import { SHOW_CHOICES } from './use-shown-rows.ts';
import type { Show, ShownRows } from './use-shown-rows.ts';

/** The «Show 5» beside a table's title; only rendered if the list is longer. */
export function ShowSelect(props: { table: string; choice: ShownRows<unknown>['choice'] }) {
  const { choice, table } = props;
  const { t } = useTranslation();
  if (choice === null) return null;
  return (
    <Select
      label={t('dashboard.show.label', { table })}
      look="quiet"
      onChange={(event) => choice.set(event.target.value as Show)}
      options={SHOW_CHOICES.map((value) => ({
        value,
        label: value === 'all' ? t('dashboard.show.all') : t('dashboard.show.some', { rows: value }),
      }))}
      value={choice.value}
    />
  );
}
