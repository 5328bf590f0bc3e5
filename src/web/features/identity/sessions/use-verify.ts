import { useEffect, useRef, useState } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/kit/call.ts';
import { verifyAccount } from '#contract/identity/passwords.ts';
import { callApi } from '#web/kit/call-api.ts';
import { hostName } from '#web/kit/page-config.ts';
import type { ResetSearch } from './reset-link.ts';

const route = getRouteApi('/guest/verify');

/** The result to show; `password` opens the page for the first password. */
export type VerifyOutcome =
  | 'checking'
  | 'verified'
  | 'already'
  | 'expired'
  | 'invalid'
  | 'exception'
  | 'password';

/** Follows the verification link in the address once. */
export function useVerify(): VerifyOutcome {
  const navigate = useNavigate();
  const link = route.useSearch();
  const [outcome, setOutcome] = useState<VerifyOutcome>('checking');
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void followOnce(link).then(async (found) => {
      if (found === 'password')
        return await navigate({ to: '/reset-password', search: { ...link, verify: 1 }, replace: true });
      setOutcome(found);
      // A link that could not be checked stays in the address: reloading the page tries again.
      if (found !== 'exception') await navigate({ to: '/verify', search: {}, replace: true });
    });
  }, [link, navigate]);
  return outcome;
}

/** The link being followed now. */
let following: { link: string; outcome: Promise<VerifyOutcome> } | null = null;

/** Shares the running call with a page that is mounted again: a second call would find the link already used. */
async function followOnce(search: ResetSearch): Promise<VerifyOutcome> {
  const link = JSON.stringify(search);
  if (following?.link !== link) following = { link, outcome: follow(search) };
  const { outcome } = following;
  try {
    return await outcome;
  } finally {
    if (following?.outcome === outcome) following = null;
  }
}

async function follow({ id, key }: ResetSearch): Promise<VerifyOutcome> {
  try {
    const body = { id: id ?? '', key: key ?? '', domain: hostName() };
    return outcomeOf((await callApi(verifyAccount, { body })).verification);
  } catch {
    // Whatever the error is, the person can only open the link again; the page tells them.
    return 'exception';
  }
}

/** Converts the flags to an outcome (spec http-api 1.14). */
export function outcomeOf(flags: ReplyOf<typeof verifyAccount>['verification']): VerifyOutcome {
  if (flags.expired) return 'expired';
  if (!flags.valid) return 'invalid';
  if (flags.alreadyVerified) return 'already';
  return flags.redirectVerify ? 'password' : 'verified';
}
