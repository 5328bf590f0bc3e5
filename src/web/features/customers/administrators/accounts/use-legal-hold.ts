import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { legalHold, liftLegalHold, placeLegalHold } from '#contract/customers/legal-hold.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import { confirm } from '#web/ui/confirm.tsx';

/** The administrator's legal hold on an account, and the actions on it. */
export interface AccountHold {
  /** Undefined until it is loaded. */
  hold: ReplyOf<typeof legalHold>['hold'] | undefined;
  failed: boolean;
  reload: () => void;
  /** Returns the error, or null. */
  place: (reason: string) => Promise<unknown>;
  lift: () => void;
}

/** Loads the hold of an account and changes it. */
export function useLegalHold(uid: string): AccountHold {
  const { t } = useTranslation();
  const client = useQueryClient();
  const queryKey = ['multifax', 'legal-hold', uid];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async () => await callApi(legalHold, { query: { uid } }),
  });
  const change = async (
    words: { waiting: string; done: string },
    act: () => Promise<unknown>,
  ): Promise<unknown> => {
    const error = await runChange({ ...words, failed: t('multifax.hold.failed') }, act);
    await client.invalidateQueries({ queryKey });
    return error;
  };
  const lift = async () => {
    const sure = await confirm({
      title: t('multifax.hold.liftTitle'),
      body: t('multifax.hold.liftText'),
      confirmLabel: t('multifax.hold.lift'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = { waiting: t('multifax.hold.lifting'), done: t('multifax.hold.lifted') };
    await change(words, async () => await callApi(liftLegalHold, { body: { uid } }));
  };
  return {
    hold: data?.hold,
    failed: isError && data === undefined,
    reload: () => void refetch(),
    place: async (reason) =>
      await change(
        { waiting: t('multifax.hold.placing'), done: t('multifax.hold.placed') },
        async () => await callApi(placeLegalHold, { body: { uid, reason } }),
      ),
    lift: () => void lift(),
  };
}
