import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { takeSecondStep } from '#contract/identity/second-factor.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi } from '#web/kit/call-api.ts';
import { landingOf } from '#web/kit/screen.ts';
import { openSession } from '#web/kit/session-store.ts';

/** Sends the second step and opens the landing page; returns the server's message if it is refused. */
export function useTakeSecondStep(): {
  refusal: string | null;
  submit: (code: string) => Promise<void>;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (code: string) =>
    await whileBusy(t('login.working'), async () => {
      setRefusal(null);
      try {
        const { node, kind } = await callApi(takeSecondStep, { body: { code } });
        openSession(node, kind);
        await navigate({ to: landingOf(kind), replace: true });
      } catch (error) {
        const words = error instanceof ApiError && error.status < 500 ? error.message : '';
        setRefusal(words === '' ? t('app.unreachable') : words);
      }
    });
  return { refusal, submit };
}
