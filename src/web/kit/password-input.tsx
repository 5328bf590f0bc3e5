import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_INPUT_MAX } from '#contract/identity/sessions.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { useBrand } from './brand.ts';

/** Returns how many characters of a password can be typed: 32, or more if the brand allows longer ones (LOGIN-03). */
export function usePasswordMax(): number {
  return useBrand()?.ext.passwordMax ?? PASSWORD_INPUT_MAX;
}

/** A field for a password, with the words of its button; it takes as many characters as a password may have. */
export function PasswordInput(props: Omit<ComponentProps<typeof PasswordField>, 'hideLabel' | 'showLabel'>) {
  const { t } = useTranslation();
  const maxLength = usePasswordMax();
  return (
    <PasswordField
      maxLength={maxLength}
      {...props}
      hideLabel={t('login.hidePassword')}
      showLabel={t('login.showPassword')}
    />
  );
}
