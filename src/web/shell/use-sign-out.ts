import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '#contract/identity/sessions.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { clearSession, whileLeaving } from '#web/kit/session-store.ts';

/**
 * Ends the session here and on the server, then shows the login page; people and administrators have their own
 * (AUTH-08, HEAD-14).
 */
export function useSignOut(loginPage: '/login' | '/login/email' | '/multifax/login'): () => Promise<void> {
  const navigate = useNavigate();
  const { t } = useTranslation();
  return useCallback(
    () =>
      whileBusy(t('shell.loggingOut'), async () => {
        await whileLeaving(async () => {
          // Even if the server is away, nobody may stay signed in on this screen; the session expires later.
          await callApi(logout).catch(() => undefined);
          forgetTokenCheck();
          clearSession();
          await navigate({ to: loginPage });
        });
      }),
    [loginPage, navigate, t],
  );
}
