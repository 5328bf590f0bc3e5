import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { whileBusy } from '#web/kit/busy.ts';
import { landingOf } from '#web/kit/screen.ts';
import { failureOf } from './login-rules.ts';
import type { Credentials, LoginFailure } from './login-rules.ts';
import type { SignIn } from './sign-in.ts';

/** Signs in with either kind of session and opens its landing page; keeps the failure for the page to show. */
export function useSignIn(signIn: SignIn): {
  failure: LoginFailure | null;
  /** Answers what went wrong, or nothing. */
  submit: (credentials: Credentials) => Promise<LoginFailure | null | undefined>;
  /** Shows what came of another way to log in; null: nothing. */
  show: (failure: LoginFailure | null) => void;
} {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const submit = async (credentials: Credentials) =>
    await whileBusy(t('login.working'), async () => {
      setFailure(null);
      try {
        const kind = await signIn(credentials);
        if (kind !== null) await navigate({ to: landingOf(kind), replace: true });
        return null;
      } catch (error) {
        const failed = failureOf(error);
        setFailure(failed);
        return failed;
      }
    });
  return { failure, submit, show: setFailure };
}
