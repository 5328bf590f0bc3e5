import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addService,
  multifaxAccountInfo,
  multifaxNewProductName,
} from '#contract/customers/administrators.ts';
import type { AccountType } from '#contract/customers/administrators.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useCallOnce } from '#web/kit/call-once.ts';
import type { CallOnce } from '#web/kit/call-once.ts';
import { useMultifaxData } from '#web/shared/customers/multifax-data.ts';
import type { MultifaxData } from '#web/shared/customers/multifax-data.ts';
import { hostName } from '#web/kit/page-config.ts';
import { runChange } from '#web/kit/run-change.ts';
import { useRefreshAccounts } from './use-accounts.ts';

/** Long enough to read what to do. */
const READ_MS = 6000;

/** What the form asks for. */
export interface AccountForm {
  type: AccountType;
  email: string;
  /** The number to be ported. */
  faxnumber: string;
  stateId: string;
  areaId: string;
}

/** The action that adds an account, and the errors of the last attempt. */
export interface AddAccount {
  ready: boolean;
  busy: boolean;
  /** The server's message; shown in the form beside the required growl (MFA-24). */
  refusal: ApiError | null;
  /** Returns whether the account was added. */
  add: (form: AccountForm) => Promise<boolean>;
}

/** Finds the product for the kind of number, then adds the account (MFA-20, MFA-22). */
export function useAddAccount(): AddAccount {
  const { t } = useTranslation();
  const main = useMultifaxData();
  const refresh = useRefreshAccounts();
  const once = useCallOnce();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError | null>(null);

  const add = async (form: AccountForm): Promise<boolean> => {
    if (main === undefined) return false;
    setBusy(true);
    setRefusal(null);
    const words = {
      waiting: t('multifax.add.working'),
      done: t('multifax.add.done'),
      failed: (error: unknown) => {
        if (error instanceof Unconfirmed) return t('multifax.add.lost');
        return error instanceof NoProduct ? t('multifax.add.noProduct') : t('multifax.add.failed');
      },
      errorMs: READ_MS,
    };
    const error = await runChange(words, () => order(once, main, form));
    if (error instanceof ApiError && error.status < 500 && error.message !== '') setRefusal(error);
    if (error === null) await refresh();
    setBusy(false);
    return error === null;
  };
  return { ready: main !== undefined, busy, refusal, add };
}

/** The brand does not sell a product of this kind (MFA-21). */
class NoProduct extends Error {}

/** Nobody knows whether it was added; a repeat adds it once. */
class Unconfirmed extends Error {}

async function order(once: CallOnce, main: MultifaxData, form: AccountForm): Promise<void> {
  const productName = await productOf(form.type);
  // Queried as late as possible: another window may have taken the free slot that was seen before.
  const { freeServiceId } = await callApi(multifaxAccountInfo, { query: { 'per-page': 1 } });
  const asked = {
    email: form.email.trim(),
    parentId: main.parentId,
    parentDomain: main.Domain,
    domain: hostName(),
    productType: form.type,
    productName,
    ...(form.type === 'custom' ? { faxnumber: form.faxnumber } : {}),
    ...(form.type === 'local' ? { areaId: form.areaId } : {}),
  };
  const outcome = await once(addService, { body: { ...asked, freeServiceId } }, asked);
  if (outcome.kind === 'refused') throw outcome.error;
  if (outcome.kind === 'lost') throw new Unconfirmed();
}

async function productOf(type: AccountType): Promise<string> {
  try {
    return (await callApi(multifaxNewProductName, { query: { type } })).Code;
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) throw new NoProduct();
    throw error;
  }
}
