import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import {
  addSubaccount,
  changeSubaccount,
  removeSubaccount,
  resendSubaccountLink,
  subaccounts,
} from '#contract/customers/subaccounts.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { callApi } from '#web/kit/call-api.ts';
import { runChange, runForEach } from '#web/kit/run-change.ts';
import { useEntries } from '#web/kit/use-entries.ts';
import type { Entries } from '#web/kit/use-entries.ts';

/** An address and its rights. */
export type Subaccount = ReplyOf<typeof subaccounts>[number];
/** A right of an address. */
export type Right = 'ReceiveFaxes' | 'SendFaxes';

/** The addresses of the account and the actions on them. */
export interface Subaccounts extends Entries<Subaccount> {
  /** Returns the error, or null. */
  add: (input: { email: string } & Record<Right, boolean>) => Promise<unknown>;
  /** Saves at once; the checkbox reverts if the server rejects the change. */
  allow: (row: Subaccount, right: Right, on: boolean) => void;
  /** Sends the confirmation mail again to an address that has not followed its link. */
  resend: (row: Subaccount) => void;
  remove: (row: Subaccount) => void;
  removeAll: () => void;
  /** The addresses with a change in progress; their checkboxes are disabled. */
  busy: ReadonlySet<string>;
}

/** Returns the account parameter: administrators name one of their accounts, anybody else has only their own. */
function named(uid: string): { uid?: string } {
  return uid === '' ? {} : { uid };
}

/** Loads the list and changes it (SUB-12 to SUB-16); `uid` names an account of an administrator. */
export function useSubaccounts(uid = ''): Subaccounts {
  const { t } = useTranslation();
  const list = useEntries(keyOf(uid), () => callApi(subaccounts, { query: named(uid) }));

  const add: Subaccounts['add'] = async (input) => {
    const words = {
      waiting: t('subaccounts.adding'),
      done: t('subaccounts.added'),
      failed: t('subaccounts.addError'),
    };
    const error = await runChange(words, () =>
      callApi(addSubaccount, {
        body: {
          ...input,
          ...named(uid),
          ReceiveFaxes: flag(input.ReceiveFaxes),
          SendFaxes: flag(input.SendFaxes),
        },
      }),
    );
    await list.refresh();
    return error;
  };

  const resend = async ({ Email }: Subaccount) => {
    const words = {
      waiting: t('subaccounts.resending'),
      done: t('subaccounts.resent', { email: Email }),
      failed: t('subaccounts.resendError'),
    };
    await runChange(words, () => callApi(resendSubaccountLink, { body: { email: Email, ...named(uid) } }));
    // The address may have been confirmed in the meantime.
    await list.refresh();
  };

  return {
    ...list,
    ...useRights(list, uid),
    ...useRemovals(list, uid),
    add,
    resend: (row) => void resend(row),
  };
}

function keyOf(uid: string): readonly string[] {
  return ['subaccounts', uid];
}

/** Removals, each after a confirmation. */
function useRemovals(list: Entries<Subaccount>, uid: string): Pick<Subaccounts, 'remove' | 'removeAll'> {
  const { t } = useTranslation();

  const remove = async ({ Email }: Subaccount) => {
    const sure = await confirm({
      title: t('subaccounts.removeTitle', { email: Email }),
      body: t('subaccounts.removeText'),
      confirmLabel: t('subaccounts.remove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: t('subaccounts.removing'),
      done: t('subaccounts.removed'),
      failed: t('subaccounts.removeError'),
    };
    await runChange(words, () => callApi(removeSubaccount, { body: { email: Email, ...named(uid) } }));
    await list.refresh();
  };

  const removeAll = async () => {
    const sure = await confirm({
      title: t('subaccounts.removeAllTitle', { count: list.entries.length }),
      body: t('subaccounts.removeAllText'),
      confirmLabel: t('subaccounts.removeAll'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: (done: number, total: number) => t('subaccounts.removingAll', { done, total }),
      done: t('subaccounts.allRemoved'),
      failed: t('subaccounts.removeAllError'),
    };
    await runForEach(words, list.entries, ({ Email }) =>
      callApi(removeSubaccount, { body: { email: Email, ...named(uid) } }),
    );
    await list.refresh();
  };

  return { remove: (row) => void remove(row), removeAll: () => void removeAll() };
}

/** Checkboxes that save at once: they roll back on failure, and one change of a row runs at a time. */
function useRights(list: Entries<Subaccount>, uid: string): Pick<Subaccounts, 'allow' | 'busy'> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const show = (row: Subaccount) =>
    client.setQueryData<Subaccount[]>(keyOf(uid), (rows) =>
      rows?.map((one) => (one.Email === row.Email ? row : one)),
    );

  const allow = async (row: Subaccount, right: Right, on: boolean) => {
    const requested = { ...row, [right]: flag(on) };
    show(requested);
    setBusy((emails) => new Set([...emails, row.Email]));
    const words = {
      waiting: t('subaccounts.updating'),
      done:
        right === 'SendFaxes' && on && row.Pending === '1'
          ? t('subaccounts.SendFaxes.onPending', { email: row.Email })
          : t(`subaccounts.${right}.${on ? 'on' : 'off'}`, { email: row.Email }),
      failed: t('subaccounts.updateError'),
    };
    const { Email, Pending: _, ...rights } = requested;
    const error = await runChange(words, () =>
      callApi(changeSubaccount, { body: { email: Email, ...named(uid), ...rights } }),
    );
    if (error !== null) show(row);
    setBusy((emails) => new Set([...emails].filter((email) => email !== Email)));
    await list.refresh();
  };
  return { busy, allow: (row, right, on) => void allow(row, right, on) };
}

function flag(on: boolean): '0' | '1' {
  return on ? '1' : '0';
}
