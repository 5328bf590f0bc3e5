import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { CoverPage, SenderField } from './draft-store.ts';
import { limitOf, SENDER_FIELDS } from './fax-form.ts';

/** The sender: filled in from the preferences, on one line until the user changes it for this fax. */
export function SenderForm(props: { cover: CoverPage; onChange: (change: Partial<CoverPage>) => void }) {
  const { cover, onChange } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const written = SENDER_FIELDS.map((field) => cover[field]).filter(Boolean);
  const field = (name: SenderField) => ({
    label: t(`compose.cover.${name}`),
    value: cover[name],
    maxLength: limitOf(name),
    autoComplete: 'off',
    counted: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <div className="cover-sender">
      <div className="between">
        {(open || written.length > 0) && (
          <p className="cover-from">
            <span className="strong">{t('compose.cover.from')}</span>{' '}
            {!open && <span className="cover-from-text">{written.join(' · ')}</span>}
          </p>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)} variant="link">
          {t(
            open
              ? 'compose.cover.fromDone'
              : written.length > 0
                ? 'compose.cover.fromChange'
                : 'compose.cover.fromAdd',
          )}
        </Button>
      </div>
      {open && (
        <>
          <div className="g2">
            <TextField {...field('fromName')} />
            <TextField {...field('fromCompany')} />
          </div>
          <div className="g2">
            <TextField
              {...field('fromPhone')}
              error={/^\d*$/.test(cover.fromPhone) ? undefined : t('compose.cover.phoneDigits')}
              inputMode="tel"
              numeric
            />
            <TextField {...field('fromLocation')} />
          </div>
        </>
      )}
    </div>
  );
}
