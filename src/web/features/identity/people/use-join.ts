import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { acceptInvitation, declineInvitation, readInvitation } from '#contract/identity/invitations.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi, forgetTokenCheck } from '#web/kit/call-api.ts';
import { landingOf } from '#web/kit/screen.ts';
import { clearSession, openSession } from '#web/kit/session-store.ts';
import { banners } from '#web/ui/banner-list.tsx';

const route = getRouteApi('/guest/join');

/** The state of an invitation link. */
export type JoinState =
  | { kind: 'checking' }
  /** The address has no key: the page was reloaded, or the link is incomplete. */
  | { kind: 'no-key' }
  | { kind: 'dead' }
  | { kind: 'unreachable' }
  | { kind: 'declined' }
  | { kind: 'open'; invitation: ReplyOf<typeof readInvitation> };

/** The reason why joining failed: for the name, the password, or as a whole. */
export interface JoinFailure {
  name?: string | undefined;
  password?: string | undefined;
  all?: string | undefined;
}

/** Reads the invitation in the address, and accepts or declines it. */
export function useJoin() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [token] = useState(route.useSearch().token ?? '');
  const [state, setState] = useState<JoinState>({ kind: 'checking' });
  const [failure, setFailure] = useState<JoinFailure>({});
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    // The key is removed from the address as soon as it is read, so that no history contains it.
    void navigate({ to: '/join', search: {}, replace: true });
    void read(token).then(setState);
  }, [navigate, token]);
  const accept = async (name: string, password: string) =>
    await whileBusy(t('people.join.working'), async () => {
      setFailure({});
      try {
        const { data } = await callApi(acceptInvitation, { body: { token, name, password } });
        clearSession();
        forgetTokenCheck();
        if (data.loggedIn) {
          openSession(data.node, data.kind);
          return await navigate({ to: landingOf(data.kind), replace: true });
        }
        banners.add('ok', t('people.join.joined'));
        return await navigate({ to: '/login/email', replace: true });
      } catch (error) {
        if (isDead(error)) setState({ kind: 'dead' });
        else setFailure(failureOf(error, t('people.join.failed'), t('people.profile.nameBad')));
        return undefined;
      }
    });
  const decline = async () => {
    try {
      await callApi(declineInvitation, { body: { token } });
      setState({ kind: 'declined' });
    } catch (error) {
      if (isDead(error)) setState({ kind: 'dead' });
      else setFailure({ all: t('app.unreachable') });
    }
  };
  return { state, failure, accept, decline };
}

async function read(token: string): Promise<JoinState> {
  if (token === '') return { kind: 'no-key' };
  try {
    return { kind: 'open', invitation: await callApi(readInvitation, { body: { token } }) };
  } catch (error) {
    return { kind: isDead(error) ? 'dead' : 'unreachable' };
  }
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.code.startsWith('TOKEN_');
}

function failureOf(error: unknown, otherwise: string, badName: string): JoinFailure {
  if (!(error instanceof ApiError) || error.status >= 500) return { all: otherwise };
  const { name, password } = error.fields;
  if (name !== undefined) return { name: badName };
  return password === undefined ? { all: error.message || otherwise } : { password: error.message };
}
