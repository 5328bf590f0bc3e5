import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/password-field.tsx';

/** A field for a password, with the words of its button. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, 'hideLabel' | 'showLabel'>) {
  const { t } = useTranslation();
  return <PasswordField {...props} hideLabel={t('login.hidePassword')} showLabel={t('login.showPassword')} />;
}
