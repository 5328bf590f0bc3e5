import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { forgotPassword } from '#contract/identity/passwords.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { banners } from '#web/ui/banner-list.tsx';

/** Requests the mail, then opens the login page with a banner (FORGOT-05, FORGOT-06, spec decisions 9.1). */
export function useForgot(): (name: string) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return async (name) => {
    await whileBusy(t('forgot.working'), async () => {
      const byEmail = name.includes('@');
      try {
        const body = { faxnumber: byEmail ? '' : name, username: name.trim(), domain: hostName() };
        await callApi(forgotPassword, { body });
        banners.add('ok', t('forgot.sent'));
      } catch (error) {
        // After too many requests, people see how long to wait; everything else has the required text.
        const tooOften = error instanceof ApiError && error.status === 429 && error.message !== '';
        banners.add('bad', tooOften ? error.message : t('forgot.failed'));
      }
      await navigate({ to: byEmail ? '/login/email' : '/login' });
    });
  };
}
