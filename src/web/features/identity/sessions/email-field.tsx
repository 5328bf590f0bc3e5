import { useTranslation } from 'react-i18next';
import { EMAIL_MAX } from '#contract/kit/email-address.ts';
import { TextField } from '#web/ui/text-field.tsx';
import type { TextFieldProps } from '#web/ui/text-field.tsx';

/** The email address of a login. */
export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  const { t } = useTranslation();
  return (
    <TextField
      autoComplete="username"
      name="username"
      required
      size="lg"
      {...props}
      counted={false}
      inputMode="email"
      label={t('login.email')}
      maxLength={EMAIL_MAX}
      type="email"
    />
  );
}
