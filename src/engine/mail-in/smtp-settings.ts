import type { SMTPServerOptions } from 'smtp-server';

import { IDLE_MS, MAX_SESSIONS } from './limits.ts';
import type { TlsPair } from './self-signed.ts';

/** How long sessions that are sending an email may take to finish it at shutdown. */
const STOP_MS = 5_000;

/** Commands that no mail server needs: some reveal who exists, some are jokes of the library. */
export const UNUSED = ['VRFY', 'HELP', 'WIZ', 'SHELL', 'KILL'];

/** Returns the library's settings apart from our handlers. */
export function smtpSettings(options: {
  name: string;
  tls: TlsPair;
  fronts: readonly string[];
  maxRecipients: number;
  maxBytes: number;
}): SMTPServerOptions {
  const { name, tls, fronts, maxRecipients, maxBytes } = options;
  return {
    name,
    ...tls,
    minVersion: 'TLSv1.2',
    size: maxBytes,
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN'],
    // Without TLS, login is allowed only from this machine: the listener rejects it for all other clients.
    allowInsecureAuth: true,
    hideSMTPUTF8: true,
    disableReverseLookup: true,
    disabledCommands: UNUSED,
    maxClients: MAX_SESSIONS,
    maxRecipients,
    socketTimeout: IDLE_MS,
    closeTimeout: STOP_MS,
    useXClient: [...fronts],
    useXForward: [...fronts],
  };
}
