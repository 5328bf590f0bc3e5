import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteService, REMOVED_REDIRECT_MS } from '#contract/customers/administrators.ts';
import type { MultifaxAccount } from '#contract/customers/administrators.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import { hostName, keepDays } from '#web/kit/page-config.ts';
import { periodOf } from '#web/kit/period.ts';
import { runChange } from '#web/kit/run-change.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { accountName } from './account-columns.tsx';
import { useRefreshAccounts } from './use-accounts.ts';

/** Ends a service after a confirmation; the list returns automatically 1.5 s later (MFA-35). */
export function useDeleteService(
  account: MultifaxAccount,
  on: { onDeleted: () => void; onRemoved: () => void },
): { busy: boolean; remove: () => void } {
  const { t, i18n } = useTranslation();
  const main = useMultifaxData();
  const refresh = useRefreshAccounts();
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // People who leave in the meantime are not taken back to the list.
  useEffect(() => () => clearTimeout(timer.current), []);

  const remove = async () => {
    const sure = await confirm({
      title: t('multifax.edit.deleteTitle', { account: accountName(account) }),
      body: t('multifax.edit.deleteText', {
        kept: periodOf(keepDays.closed, i18n.language),
        reserved: periodOf(keepDays.number, i18n.language),
      }),
      confirmLabel: t('multifax.edit.delete'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    const words = {
      waiting: t('multifax.edit.deleting'),
      done: t('multifax.edit.deleted'),
      failed: t('multifax.edit.deleteFailed'),
    };
    const error = await runChange(words, () =>
      callApi(deleteService, {
        body: {
          // Nobody can read the account's password; the server accepts the call without it (spec http-api 8.8).
          password: '',
          email: account.email,
          faxnumber: account.faxnumber,
          id: account.uid,
          domain: account.domain || hostName(),
          parentId: main?.parentId ?? '',
          parentDomain: main?.Domain ?? '',
        },
      }),
    );
    setBusy(false);
    if (error !== null) return;
    on.onDeleted();
    timer.current = setTimeout(on.onRemoved, REMOVED_REDIRECT_MS);
    await refresh();
  };
  return { busy, remove: () => void remove() };
}
