import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  beginSecondStep,
  confirmSecondStep,
  endSecondStep,
  renewRecoveryCodes,
  secondStep,
} from '#contract/identity/second-factor.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { growl } from '#web/ui/growl-store.ts';

const KEY = ['second-step'];

/** The reason for which a password is requested. */
export type Purpose = 'on' | 'off' | 'codes';

/** The current stage: the state, the password for a purpose, the code to scan, or the recovery codes (only once). */
export type Stage =
  | { at: 'state' }
  | { at: 'password'; purpose: Purpose }
  | { at: 'scan'; secret: string; uri: string }
  | { at: 'codes'; codes: readonly string[] };

/** The two-step login of the signed-in user, and the stages for turning it on and off. */
export interface SecondStep {
  state: ReplyOf<typeof secondStep> | undefined;
  failed: boolean;
  stage: Stage;
  ask: (purpose: Purpose) => void;
  leave: () => void;
  prove: (password: string) => Promise<void>;
  confirm: (code: string) => Promise<void>;
}

export function useSecondStep(): SecondStep {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [stage, setStage] = useState<Stage>({ at: 'state' });
  const query = useQuery({ queryKey: KEY, queryFn: () => callApi(secondStep) });
  const run = async (done: string, change: () => Promise<Stage>) => {
    const words = { waiting: t('security.step.working'), done, failed: t('security.step.failed') };
    // Without a text, the notice would only cover the field for the code.
    if ((await runChange(words, async () => setStage(await change()))) === null && done === '') growl.clear();
    await client.invalidateQueries({ queryKey: KEY });
    // Turning it on ends the other sessions.
    await client.invalidateQueries({ queryKey: ['own-sessions'] });
  };
  const purposes: Record<Purpose, (password: string) => Promise<Stage>> = {
    on: async (password) => ({
      at: 'scan',
      ...(await callApi(beginSecondStep, { body: { password } })).data,
    }),
    off: async (password) => {
      await callApi(endSecondStep, { body: { password } });
      return { at: 'state' };
    },
    codes: async (password) => ({
      at: 'codes',
      codes: (await callApi(renewRecoveryCodes, { body: { password } })).data.recoveryCodes,
    }),
  };
  const said: Record<Purpose, string> = {
    on: '',
    off: t('security.step.turnedOff'),
    codes: t('security.step.renewed'),
  };
  return {
    state: query.data,
    failed: query.isError,
    stage,
    ask: (purpose) => setStage({ at: 'password', purpose }),
    leave: () => setStage({ at: 'state' }),
    prove: async (password) => {
      if (stage.at === 'password') await run(said[stage.purpose], () => purposes[stage.purpose](password));
    },
    confirm: async (code) =>
      await run(t('security.step.turnedOn'), async () => ({
        at: 'codes',
        codes: (await callApi(confirmSecondStep, { body: { code } })).data.recoveryCodes,
      })),
  };
}
