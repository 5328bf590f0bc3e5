import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { getNode, login } from '#contract/session.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { landing } from '#web/kit/screen.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { failureOf } from './login-rules.ts';
import type { Credentials, LoginFailure } from './login-rules.ts';
import { postLogin } from './post-login.ts';

/** Signs in and goes to where people land; keeps what went wrong for the page to show. */
export function useLogin(): {
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
        if (await signIn(credentials)) await navigate({ to: landing() });
      } catch (error) {
        setFailure(failureOf(error));
      }
    });
  return { failure, submit, show: setFailure };
}

/** Looks up the node, then opens the session there (D1 §7); false when the browser is leaving for another brand's domain. */
async function signIn(credentials: Credentials): Promise<boolean> {
  // Nothing of a former user may be left when somebody signs in (D1 §4).
  clearSession();
  forgetTokenCheck();
  const found = await callApi(getNode, { body: { ...credentials, domain: hostName() } });
  if (found.redirect.status) {
    postLogin(found.redirect.domain, '/login', credentials);
    return false;
  }
  const opened = await callApi(login, { basic: credentials, node: found.node });
  openSession(opened.node);
  return true;
}
