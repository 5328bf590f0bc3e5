import type { SMTPServerOptions } from 'smtp-server';

import { IDLE_MS, MAX_SESSIONS } from './limits.ts';
import type { TlsPair } from './self-signed.ts';

/** Sessions that bring a mail may finish it for this long when the product stops. */
const STOP_MS = 5_000;

/** Commands that no mail server needs: some tell who exists, some are old jokes of the library. */
export const UNUSED = ['VRFY', 'HELP', 'WIZ', 'SHELL', 'KILL'];

/** What the library is told beside our handlers. */
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
    // Without TLS only on the same machine: the listener takes the command away from everybody else.
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
