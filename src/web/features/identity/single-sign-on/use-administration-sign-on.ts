import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import {
  administrationSignOn,
  putSignOnDomain,
  putSignOnProvider,
  putSignOnRole,
  removeSignOnDomain,
  removeSignOnProvider,
  removeSignOnRole,
  requireSignOn,
  testSignOn,
} from '#contract/identity/administration-sign-on.ts';
import type { AdministrationSignOn, ProviderForm } from '#contract/identity/administration-sign-on.ts';
import type { AnyRole } from '#contract/kit/roles.ts';
import { callApi } from '#web/kit/call-api.ts';
import { runChange } from '#web/kit/run-change.ts';
import type { PageData } from '#web/kit/use-entries.ts';
import { growl } from '#web/ui/growl-store.ts';

const KEY = ['administrationSignOn'];

/** A group's role on an account, or (null) for the administrator itself. */
export interface GivenRole {
  group: string;
  account: string | null;
  role: AnyRole;
}

/** The single sign-on of an administrator, and its settings. Each change returns the error, or null. */
export interface SignOnSettings extends PageData {
  state: AdministrationSignOn | undefined;
  save: (form: ProviderForm) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Leaves the page for the provider, unless the provider cannot be reached. */
  test: () => Promise<void>;
  checkDomain: (domain: string) => Promise<unknown>;
  removeDomain: (id: string) => Promise<unknown>;
  giveRole: (role: GivenRole) => Promise<unknown>;
  takeRole: (id: string, group: string) => Promise<unknown>;
  require: (required: boolean) => Promise<unknown>;
}

/** Loads an administrator's single sign-on and changes it. */
export function useAdministrationSignOn(): SignOnSettings {
  const { t } = useTranslation();
  const client = useQueryClient();
  const state = useQuery({ queryKey: KEY, queryFn: async () => await callApi(administrationSignOn) });
  const reload = async () => await client.invalidateQueries({ queryKey: KEY });
  return {
    state: state.data,
    loading: state.isPending,
    failed: state.isError && state.data === undefined,
    reload: () => void reload(),
    ...changesOf(t, reload),
  };
}

/** Returns the changes; each reports its result and reloads the page. */
function changesOf(
  t: TFunction,
  reload: () => Promise<void>,
): Omit<SignOnSettings, 'state' | keyof PageData> {
  const change = async (
    done: string | (() => undefined),
    call: () => Promise<unknown>,
    more: object = {},
  ) => {
    const words = { waiting: t('signOn.saving'), done, failed: t('signOn.failed'), ...more };
    const error = await runChange(words, call);
    await reload();
    return error;
  };
  return {
    save: async (form) =>
      await change(t('signOn.saved'), async () => await callApi(putSignOnProvider, { body: form })),
    remove: async () =>
      await change(t('signOn.removed'), async () => await callApi(removeSignOnProvider, {})),
    test: async () => {
      const words = { waiting: t('signOn.leading'), failed: t('signOn.testFailed') };
      await change(() => undefined, leaveForTest, words);
    },
    checkDomain: async (domain) => {
      const look = async () => (await callApi(putSignOnDomain, { body: { domain } })).state;
      return await checkedDomain(look, { t, reload });
    },
    removeDomain: async (id) =>
      await change(
        t('signOn.domainRemoved'),
        async () => await callApi(removeSignOnDomain, { body: { id } }),
      ),
    giveRole: async (role) =>
      await change(
        t('signOn.roleGiven', { name: role.group }),
        async () => await callApi(putSignOnRole, { body: role }),
      ),
    takeRole: async (id, group) =>
      await change(
        t('signOn.roleTaken', { name: group }),
        async () => await callApi(removeSignOnRole, { body: { id } }),
      ),
    require: async (required) =>
      await change(
        t(required ? 'signOn.requiredOn' : 'signOn.requiredOff'),
        async () => await callApi(requireSignOn, { body: { required } }),
      ),
  };
}

/** Opens the provider; throws if it cannot be reached. */
async function leaveForTest(): Promise<void> {
  const { url } = await callApi(testSignOn, {});
  if (url === null) throw new Error('the provider cannot be asked');
  location.assign(url);
}

/** Checks the DNS record of a domain, and reports the result. */
async function checkedDomain(
  look: () => Promise<'proved' | 'missing' | 'different' | 'unknown'>,
  { t, reload }: { t: TFunction; reload: () => Promise<void> },
): Promise<unknown> {
  let found: Awaited<ReturnType<typeof look>> = 'unknown';
  const say = () =>
    found === 'proved' ? growl.success(t('signOn.check.proved')) : growl.error(t(`signOn.check.${found}`));
  const words = { waiting: t('signOn.checking'), done: say, failed: t('signOn.failed') };
  const error = await runChange(words, async () => {
    found = await look();
  });
  await reload();
  return error;
}
