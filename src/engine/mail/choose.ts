import { join } from 'node:path';

import { openFileOutbox } from './file-outbox.ts';
import type { MailOut } from './port.ts';
import { openSmtpOut } from './smtp-out.ts';
import { readSmtpUrl } from './smtp-url.ts';

export { MailRefusal } from './smtp-url.ts';

/**
 * Opens the transport named by F2E_SMTP_URL: `file:` is the folder `mail` under F2E_DATA, `file:/path` another folder.
 * Throws MailRefusal.
 */
export function openMailOut(url: string, dataDir: string): MailOut {
  if (url.startsWith('file:')) return openFileOutbox(url.slice('file:'.length) || join(dataDir, 'mail'));
  return openSmtpOut(readSmtpUrl(url));
}
