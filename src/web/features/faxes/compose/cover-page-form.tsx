import { useTranslation } from 'react-i18next';
import { TOUCH_DELAY_MS } from '#web/kit/touch-delay.ts';
import { useDebounced } from '#web/kit/use-debounced.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { Problems } from './compose-checks.ts';
import type { CoverField, CoverPage } from './draft-store.ts';
import { coverFaults, limitOf } from './fax-form.ts';
import { SenderForm } from './sender-form.tsx';
import { coverFieldId } from './use-focus-on-open.ts';

/** The fields of the cover page for this fax; they do not change the saved preferences. */
export function CoverPageForm(props: {
  cover: CoverPage;
  problems: Problems;
  onChange: (change: Partial<CoverPage>) => void;
}) {
  const { cover, problems, onChange } = props;
  const { t } = useTranslation();
  const debounced = useDebounced(cover.phone, TOUCH_DELAY_MS);
  const badPhone = debounced === cover.phone && coverFaults(cover).phone;
  const field = (name: CoverField) => ({
    id: coverFieldId(name),
    label: t(`compose.cover.${name}`),
    value: cover[name],
    maxLength: limitOf(name),
    error: problems[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="cover-fields">
      <div className="g2">
        <TextField {...field('name')} autoComplete="off" counted={false} />
        <TextField {...field('company')} autoComplete="off" counted={false} />
      </div>
      <div className="g2">
        <TextField
          {...field('phone')}
          autoComplete="off"
          error={problems.phone ?? (badPhone ? t('compose.cover.phoneDigits') : undefined)}
          inputMode="tel"
          numeric
        />
        <TextField {...field('location')} autoComplete="off" counted={false} />
      </div>
      <SenderForm cover={cover} onChange={onChange} />
      <TextField {...field('subject')} autoComplete="off" counted={false} />
      <TextArea {...field('comments')} hint={t('compose.cover.hint')} rows={4} />
    </div>
  );
}
