import './storage.css';
import { useTranslation } from 'react-i18next';
import { COPY_TYPES, NAME_PATTERNS } from '#contract/faxes/storage.ts';
import type { CopyNaming } from '#contract/faxes/storage.ts';
import { WORDS_WAIT_MINUTES } from '#contract/mailbox/page-text.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Select } from '#web/ui/select.tsx';

/** The format of copies, the start of their names, and whether each month has a folder. */
export function CopyNamingFields(props: {
  naming: CopyNaming;
  onChange: (change: Partial<CopyNaming>) => void;
}) {
  const { naming, onChange } = props;
  const { t } = useTranslation();
  const name = `${EXAMPLES[naming.namePattern]}.${naming.fileType === 'tiff' ? 'tif' : 'pdf'}`;
  return (
    <>
      <div className="g2">
        <Select
          label={t('storage.fileType')}
          onChange={(event) => onChange({ fileType: event.target.value as CopyNaming['fileType'] })}
          options={COPY_TYPES.map((value) => ({ value, label: t(`storage.fileTypes.${value}`) }))}
          value={naming.fileType}
        />
        <Select
          label={t('storage.namePattern')}
          onChange={(event) => onChange({ namePattern: event.target.value as CopyNaming['namePattern'] })}
          options={NAME_PATTERNS.map((value) => ({ value, label: t(`storage.namePatterns.${value}`) }))}
          value={naming.namePattern}
        />
      </div>
      {naming.fileType === 'searchable-pdf' && (
        <p className="meta">{t('storage.searchableHint', { minutes: WORDS_WAIT_MINUTES })}</p>
      )}
      <Checkbox
        checked={naming.byMonth === '1'}
        onChange={(event) => onChange({ byMonth: event.target.checked ? '1' : '0' })}
      >
        {t('storage.byMonth')}
      </Checkbox>
      <p className="meta storage-example">
        {t('storage.nameExample', { name: naming.byMonth === '1' ? `2026-11/${name}` : name })}
      </p>
    </>
  );
}

/** Example names as the server creates them; they are the same in every language. */
const EXAMPLES: Readonly<Record<CopyNaming['namePattern'], string>> = {
  'from-first': 'Fax_2125550123_20261120_190401_4711',
  'date-first': '20261120_190401_Fax_2125550123_4711',
  'company-first': 'Harbor_Fax_2125550123_20261120_190401_4711',
};
