import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '#contract/kit/call.ts';
import {
  addWhitelistedDomain,
  changeWhitelistedDomain,
  checkWhitelistedDomain,
  DOMAIN_CODES,
  DOMAIN_GROWL_MS,
  removeWhitelistedDomain,
  whitelistedDomains,
} from '#contract/gateways/sender-domains.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange, runForEach } from '#web/kit/run-change.ts';
import { useEntries } from '#web/kit/use-entries.ts';
import type { Entries } from '#web/kit/use-entries.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { growl } from '#web/ui/growl-store.ts';
import { useRefreshAccounts } from './use-accounts.ts';

/** A domain whose senders may send from an account. */
export type Domain = ReplyOf<typeof whitelistedDomains>[number];

/** The domains of an account and the actions on them. */
export interface Domains extends Entries<Domain> {
  /** Returns the error, or null. */
  add: (domain: string) => Promise<unknown>;
  /** Saves at once; the switch reverts if the server rejects the change. */
  activate: (row: Domain, on: boolean) => void;
  /** Checks the DNS record of a domain now. */
  check: (row: Domain) => void;
  remove: (row: Domain) => void;
  removeAll: () => void;
  /** The ids with a change in progress; their switches are disabled. */
  busy: ReadonlySet<string>;
}

/** Loads the whitelisted domains of an account and changes them (MFW-08). */
export function useDomains(uid: string): Domains {
  const { t } = useTranslation();
  const loaded = useEntries(keyOf(uid), () => callApi(whitelistedDomains, { query: { uid } }));
  const refreshAccounts = useRefreshAccounts();
  // The list of accounts shows the domains, too.
  const list = {
    ...loaded,
    refresh: async () => void (await Promise.all([loaded.refresh(), refreshAccounts()])),
  };
  const say = useAddFault();
  const add = async (domain: string) => {
    const words = {
      waiting: t('multifax.domains.adding'),
      done: t('multifax.domains.added'),
      failed: say,
      errorMs: DOMAIN_GROWL_MS,
    };
    const error = await runChange(words, () =>
      callApi(addWhitelistedDomain, { body: { uid, domain, status: '1' } }),
    );
    const refreshed = list.refresh();
    // After a refusal, another domain can be entered at once.
    if (error === null) await refreshed;
    return error;
  };
  return { ...list, ...useSwitches(list, uid), ...useRemovals(list, uid), ...useCheck(list, uid), add };
}

function keyOf(uid: string): readonly string[] {
  return ['multifax', 'domains', uid];
}

/** Returns the error text; the reason number is in the body of a 412 or 400 (MFW-10, MFW-11). */
function useAddFault(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const refused = error instanceof ApiError && (error.status === 412 || error.status === 400);
    if (refused && error.reason === DOMAIN_CODES.DOMAIN_TAKEN) return t('multifax.domains.error.taken');
    if (refused && error.reason === DOMAIN_CODES.DOMAIN_NOT_ALLOWED)
      return t('multifax.domains.error.notAllowed');
    return t('multifax.domains.error.add');
  };
}

/** Checks the record and reports the result; a missing record is not a success. */
function useCheck(list: Entries<Domain>, uid: string): Pick<Domains, 'check'> {
  const { t } = useTranslation();
  const check = async ({ id, Domain: domain, record: { name } }: Domain) => {
    growl.wait(t('multifax.domains.checking'));
    try {
      const { state, found } = await callApi(checkWhitelistedDomain, { body: { uid, id } });
      const words = t(`multifax.domains.check_${state}`, { domain, name, found: found.join(', ') });
      if (state === 'proved') growl.success(words);
      else growl.error(words, DOMAIN_GROWL_MS);
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 429 && error.message !== '';
      growl.error(refused ? error.message : t('multifax.domains.checkError'), DOMAIN_GROWL_MS);
    }
    await list.refresh();
  };
  return { check: (row) => void check(row) };
}

/** Switches that save at once: they show the requested state and roll back on failure. */
function useSwitches(list: Entries<Domain>, uid: string): Pick<Domains, 'activate' | 'busy'> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const show = (row: Domain) =>
    client.setQueryData<Domain[]>(keyOf(uid), (rows) => rows?.map((one) => (one.id === row.id ? row : one)));

  const activate = async (row: Domain, on: boolean) => {
    const active = on ? '1' : '0';
    show({ ...row, active });
    setBusy((ids) => new Set([...ids, row.id]));
    const words = {
      waiting: t('multifax.domains.updating'),
      done: t('multifax.domains.updated'),
      failed: () => t('multifax.domains.error.update'),
      errorMs: DOMAIN_GROWL_MS,
    };
    const body = { uid, domain: row.Domain, status: active, id: row.id } as const;
    const error = await runChange(words, () => callApi(changeWhitelistedDomain, { body }));
    if (error !== null) show(row);
    setBusy((ids) => new Set([...ids].filter((id) => id !== row.id)));
    await list.refresh();
  };
  return { busy, activate: (row, on) => void activate(row, on) };
}

/** Removals, each after a confirmation. */
function useRemovals(list: Entries<Domain>, uid: string): Pick<Domains, 'remove' | 'removeAll'> {
  const { t } = useTranslation();
  const call = (row: Domain) => callApi(removeWhitelistedDomain, { body: { uid, domain: row.Domain } });

  const remove = async (row: Domain) => {
    const sure = await confirm({
      title: t('multifax.domains.removeTitle', { domain: row.Domain }),
      body: t('multifax.domains.removeText'),
      confirmLabel: t('multifax.domains.remove'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: t('multifax.domains.removing'),
      done: t('multifax.domains.removed'),
      failed: () => t('multifax.domains.error.remove'),
      errorMs: DOMAIN_GROWL_MS,
    };
    await runChange(words, () => call(row));
    await list.refresh();
  };

  const removeAll = async () => {
    const sure = await confirm({
      title: t('multifax.domains.removeAllTitle', { count: list.entries.length }),
      body: t('multifax.domains.removeAllText'),
      confirmLabel: t('multifax.domains.removeAll'),
      cancelLabel: t('app.cancel'),
      danger: true,
    });
    if (!sure) return;
    const words = {
      waiting: (done: number, total: number) => t('multifax.domains.removingAll', { done, total }),
      done: t('multifax.domains.allRemoved'),
      failed: t('multifax.domains.error.removeAll'),
      errorMs: DOMAIN_GROWL_MS,
    };
    await runForEach(words, list.entries, call);
    await list.refresh();
  };
  return { remove: (row) => void remove(row), removeAll: () => void removeAll() };
}
