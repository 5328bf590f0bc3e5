import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { OtherLogin } from '#contract/identity/other-logins.ts';
import { resetLogins, resetPassword } from '#contract/identity/passwords.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import { banners } from '#web/ui/banner-list.tsx';
import { isWhole, linkOf } from './reset-link.ts';

const route = getRouteApi('/guest/reset-password');

/**
 * The reason why the password was not changed: the link is dead, the password was refused with this message, or
 * unknown. `dead-link` is reported before anything is sent.
 */
export type ResetFailure =
  | { kind: 'dead-link' }
  | { kind: 'link' }
  | { kind: 'password'; text: string }
  | { kind: 'unknown' };

/** Sets the password with the link in the address, then opens the login page (RESET-09). */
export function useReset(): {
  failure: ResetFailure | null;
  /** False if the address has no link, or an incomplete one. */
  whole: boolean;
  /** The other logins of the account, and the ids of those that keep access. */
  logins: readonly OtherLogin[];
  kept: readonly string[];
  keep: (kept: readonly string[]) => void;
  /** Whether the other logins could not be loaded; the password can be changed anyway. */
  loginsFailed: boolean;
  reloadLogins: () => void;
  submit: (password: string) => Promise<void>;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = route.useSearch();
  const [link] = useState(() => linkOf(search));
  const [failure, setFailure] = useState<ResetFailure | null>(null);
  useEffect(() => {
    // The key is removed from the address at once, so that no history contains it and no script sees it (A-RESET-09).
    void navigate({ to: '/reset-password', search: {}, replace: true });
  }, [navigate]);
  const whole = isWhole(link);
  const others = useKept(link, whole);
  const { kept } = others;
  const submit = async (password: string) => {
    setFailure(null);
    const changed = await whileBusy(t('reset.working'), async () => {
      try {
        await callApi(resetPassword, {
          body: { ...link, new_password: password, domain: hostName(), ...(kept && { keep: [...kept] }) },
        });
        return true;
      } catch (error) {
        setFailure(failureOf(error));
        return false;
      }
    });
    if (changed !== true) return;
    banners.add('ok', t('reset.done'));
    await navigate({ to: '/login' });
  };
  return {
    failure: failure ?? (others.dead ? { kind: 'dead-link' } : null),
    whole,
    logins: others.logins,
    kept: kept ?? [],
    keep: others.keep,
    loginsFailed: others.failed,
    reloadLogins: others.reload,
    submit,
  };
}

/** Loads the other logins once; recently created ones are not kept unless the owner selects them (A-RESET-12). */
function useKept(link: ReturnType<typeof linkOf>, whole: boolean) {
  const [logins, setLogins] = useState<readonly OtherLogin[]>([]);
  const [fault, setFault] = useState<ResetFailure['kind'] | null>(null);
  // Null until loaded; the server then decides in the same way.
  const [kept, keep] = useState<readonly string[] | null>(null);
  const show = useCallback((found: FoundLogins) => {
    setFault(found.fault);
    if (found.logins === null) return;
    setLogins(found.logins);
    keep(found.logins.filter(({ recent }) => !recent).map(({ id }) => id));
  }, []);
  useEffect(() => {
    if (whole) void findLogins(link).then(show);
  }, [link, show, whole]);
  const dead = fault === 'link';
  return {
    dead,
    failed: fault !== null && !dead,
    logins,
    kept,
    keep,
    reload: () => void findLogins(link).then(show),
  };
}

/** The other logins, or the reason why they could not be loaded. */
type FoundLogins =
  | { logins: readonly OtherLogin[]; fault: null }
  | { logins: null; fault: ResetFailure['kind'] };

/** Loads the other logins before two passwords are typed; never throws. */
async function findLogins(link: ReturnType<typeof linkOf>): Promise<FoundLogins> {
  try {
    return { logins: (await callApi(resetLogins, { body: link })).logins, fault: null };
  } catch (error) {
    return { logins: null, fault: failureOf(error).kind };
  }
}

function failureOf(error: unknown): ResetFailure {
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  if (error.code.startsWith('TOKEN_')) return { kind: 'link' };
  return error.fields['new_password'] === undefined
    ? { kind: 'unknown' }
    : { kind: 'password', text: error.message };
}
