import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '#contract/identity/sessions.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { leavingLimit } from '#web/kit/call-limit.ts';
import { clearSession, whileLeaving } from '#web/kit/session-store.ts';

/**
 * Ends the session here and on the server, then shows the login page; people and administrators have their own
 * (AUTH-08, HEAD-14).
 */
export function useSignOut(loginPage: '/login' | '/login/email' | '/multifax/login'): () => Promise<void> {
  const navigate = useNavigate();
  const { t } = useTranslation();
  return useCallback(async () => {
    await whileBusy(t('shell.loggingOut'), async () => {
      await whileLeaving(async () => {
        // A server that is away must not keep anybody signed in on this screen; the session ends by itself later.
        await callApi(logout, { signal: leavingLimit() }).catch(() => undefined);
        forgetTokenCheck();
        clearSession();
        await navigate({ to: loginPage });
      });
    });
  }, [loginPage, navigate, t]);
}
