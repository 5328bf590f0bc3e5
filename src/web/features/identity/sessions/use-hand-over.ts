import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReplyOf } from '#contract/kit/call.ts';
import { agreeToHandOver, askHandOver } from '#contract/identity/multifax-login.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { landingOf } from '#web/kit/screen.ts';
import { currentSession, openSession } from '#web/kit/session-store.ts';
import { forgetFormerUser } from './sign-in.ts';

/** The current and the new user. `gone`: the ticket is used or too old; `failed`: the server did not respond. */
export type HandOverState =
  | { kind: 'asking' | 'gone' | 'failed' }
  | { kind: 'question'; question: ReplyOf<typeof askHandOver>; busy: boolean; failed: boolean };

/** Asks whether a login that another site handed over replaces the current session of this browser. */
export function useHandOver(): { state: HandOverState; go: () => Promise<void>; stay: () => Promise<void> } {
  const navigate = useNavigate();
  // After «#», so that no server logs it.
  const hash = useLocation({ select: ({ hash: written }) => written });
  // The initial value: leaving the page changes the address, but not the question.
  const [ticket] = useState(hash);
  const [state, setState] = useState<HandOverState>({ kind: 'asking' });
  useEffect(() => {
    let left = false;
    const show = (next: HandOverState) => !left && setState(next);
    callApi(askHandOver, { body: { ticket } }).then(
      (question) => show({ kind: 'question', question, busy: false, failed: false }),
      (error: unknown) => show({ kind: isGone(error) ? 'gone' : 'failed' }),
    );
    return () => {
      left = true;
    };
  }, [ticket]);
  const go = async () => {
    if (state.kind !== 'question' || state.busy) return;
    setState({ ...state, busy: true, failed: false });
    try {
      const { node, kind } = await callApi(agreeToHandOver, { body: { ticket } });
      // Nothing of the previous user may remain.
      forgetFormerUser();
      openSession(node, kind);
      await navigate({ to: landingOf(kind), replace: true });
    } catch (error) {
      setState(isGone(error) ? { kind: 'gone' } : { ...state, busy: false, failed: true });
    }
  };
  const stay = async () => {
    const { token, kind } = currentSession();
    await navigate({ to: token ? landingOf(kind) : '/login', replace: true });
  };
  return { state, go, stay };
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'TOKEN_INVALID';
}
