import './session.css';
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { beginPasskeyLogin, passkeyLogin } from '#contract/identity/passkeys.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { whileBusy } from '#web/kit/busy.ts';
import { callApi } from '#web/kit/call-api.ts';
import { landingOf } from '#web/kit/screen.ts';
import { openSession } from '#web/kit/session-store.ts';
import { OtherWay } from '#web/shared/identity/other-way.tsx';
import { Button } from '#web/ui/button.tsx';
import type { LoginFailure } from './login-rules.ts';
import { forgetFormerUser } from './sign-in.ts';

/** Signs in with a passkey of this host, for either login; renders nothing if the browser has no passkeys. */
export function PasskeyButton(props: { onFailure: (failure: LoginFailure | null) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!browserSupportsWebAuthn()) return null;
  const logIn = () =>
    whileBusy(t('login.working'), async () => {
      props.onFailure(null);
      try {
        const kind = await signInByPasskey();
        await navigate({ to: landingOf(kind), replace: true });
      } catch (error) {
        props.onFailure(failureOf(error, t('login.passkeyFailed')));
      }
    });
  return (
    <>
      <OtherWay />
      <Button block icon={KeyRound} onClick={() => void logIn()} size="lg">
        {t('login.passkey')}
      </Button>
    </>
  );
}

/** Requests the passkey from the device, then signs in at the server. */
async function signInByPasskey(): Promise<'user' | 'multifax'> {
  forgetFormerUser();
  const { data } = await callApi(beginPasskeyLogin, { body: undefined });
  // The server made these options for exactly this function.
  const optionsJSON = data as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const signed = {
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle !== undefined && { userHandle }),
  };
  const { node, kind } = await callApi(passkeyLogin, {
    body: { response: { id, rawId, type: 'public-key', response: signed } },
  });
  openSession(node, kind);
  return kind;
}

/** Returns the server's message; or `refused`, if the person or the device refused. */
function failureOf(error: unknown, refused: string): LoginFailure {
  if (!(error instanceof ApiError)) return { kind: 'message', text: refused };
  const words = error.status >= 400 && error.status < 500 ? error.message : '';
  return words === '' ? { kind: 'unreachable' } : { kind: 'message', text: words };
}
