import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { getMultifaxNode } from '#contract/multifax-login.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { failureOf } from './login-rules.ts';
import type { Credentials, LoginFailure } from './login-rules.ts';
import { postLogin } from './post-login.ts';

/** Signs an administrator in; keeps what went wrong for the page to show. */
export function useMultifaxLogin(): {
  failure: LoginFailure | null;
  submit: (credentials: Credentials) => Promise<void>;
  /** Shows what came of another way to log in; null: nothing. */
  show: (failure: LoginFailure | null) => void;
} {
  const navigate = useNavigate();
  const { t } = useTranslation();
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const submit = (credentials: Credentials) =>
    whileBusy(t('login.working'), async () => {
      setFailure(null);
      try {
        if (await signIn(credentials)) await navigate({ to: '/multifax/configure-fax-accounts' });
      } catch (error) {
        setFailure(failureOf(error));
      }
    });
  return { failure, submit, show: setFailure };
}

/** One call opens the session (contract 1.9); false when the browser is leaving for another brand's domain. */
async function signIn(credentials: Credentials): Promise<boolean> {
  // Nothing of a former user may be left when somebody signs in (D2 §4).
  clearSession();
  forgetTokenCheck();
  const found = await callApi(getMultifaxNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) {
    postLogin(found.redirect.domain, '/multifax/login', credentials);
    return false;
  }
  openSession(found.node, 'multifax');
  return true;
}
