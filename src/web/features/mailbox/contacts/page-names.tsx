import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { faxText } from '#contract/mailbox/page-text.ts';
import { callApi } from '#web/kit/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { namesOnPage } from './names-on-page.ts';
import type { ContactForm } from './use-contact-form.ts';

/** Suggests names from the first page of the fax below an empty field. */
export function PageNames(props: {
  contact: ContactForm;
  name: 'to_person' | 'company';
  /** The fax to read; without one there are no suggestions. */
  fax: string | undefined;
}) {
  const { name, fax = '' } = props;
  const { control, setValue, setFocus } = props.contact.form;
  const { t } = useTranslation();
  const value = useWatch({ control, name });
  // If the text can't be loaded, there are no suggestions; the form works without them.
  const { data } = useQuery({
    queryKey: ['fax-names', fax],
    queryFn: async ({ signal }) => await callApi(faxText, { query: { fid: fax, from: '1' }, signal }),
    enabled: fax !== '',
  });
  const names = namesOnPage(data?.pages[0]);
  if (value !== '' || names.length === 0) return null;
  const label = t('contacts.onPage');
  return (
    <fieldset aria-label={label} className="page-names">
      <span aria-hidden="true" className="meta">
        {label}
      </span>
      {names.map((one) => (
        <Button
          key={one}
          onClick={() => {
            setValue(name, one, { shouldDirty: true, shouldValidate: true });
            setFocus(name);
          }}
          size="sm"
        >
          {one}
        </Button>
      ))}
    </fieldset>
  );
}
