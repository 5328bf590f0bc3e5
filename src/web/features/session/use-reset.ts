import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { resetPassword } from '#contract/password.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { banners } from '#web/ui/banner-list.tsx';
import { linkOf } from './reset-link.ts';

const route = getRouteApi('/guest/reset-password');

/** Why the password was not changed: the link is dead, the password was refused in these words, or neither is known. */
export type ResetFailure = { kind: 'link' } | { kind: 'password'; text: string } | { kind: 'unknown' };

/** Sets the password with the link of the address, then goes to the login page (D1 §8). */
export function useReset(): { failure: ResetFailure | null; submit: (password: string) => Promise<void> } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [link] = useState(() => linkOf(search));
  const [failure, setFailure] = useState<ResetFailure | null>(null);
  useEffect(() => {
    // The key leaves the address as soon as it is read, so that it stays in no history and reaches no script (A-RESET-09).
    void navigate({ to: '/reset-password', search: {}, replace: true });
  }, [navigate]);
  const submit = async (password: string) => {
    setFailure(null);
    const changed = await whileBusy(t('reset.working'), async () => {
      try {
        await callApi(resetPassword, { body: { ...link, new_password: password, domain: hostName() } });
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        return false;
      }
    });
    if (!changed) return;
    banners.add('ok', t('reset.done'));
    await navigate({ to: '/login' });
  };
  return { failure, submit };
}

function failureOf(error: unknown): ResetFailure {
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  if (error.code.startsWith('TOKEN_')) return { kind: 'link' };
  return error.fields['new_password'] === undefined
    ? { kind: 'unknown' }
    : { kind: 'password', text: error.message };
}
