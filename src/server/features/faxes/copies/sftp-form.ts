import type { SftpForm } from '#contract/faxes/storage.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { SftpSecret } from './storage-secret.ts';
import type { StorageSettings } from './storage.store.ts';

/**
 * Applies the form to the settings. Another server has another key; the offered key is accepted only if the person
 * confirms it.
 */
export function merged(before: StorageSettings, form: SftpForm): StorageSettings {
  const place = {
    host: form.host ?? before.place.host,
    port: form.port ?? before.place.port,
    folder: form.dir ?? before.place.folder,
    login: form.login ?? before.place.login,
  };
  const sameServer = place.host === before.place.host && place.port === before.place.port;
  const accepted = form.acceptHostKey !== undefined && form.acceptHostKey === before.offeredKey;
  const known = accepted ? before.offeredKey : before.hostKey;
  return {
    ...before,
    active: form.status === 'Y',
    place,
    hostKey: sameServer ? known : '',
    offeredKey: sameServer && !accepted ? before.offeredKey : '',
    fileType: form.fileType ?? before.fileType,
    namePattern: form.namePattern ?? before.namePattern,
    byMonth: form.byMonth ?? before.byMonth,
  };
}

/** Throws STORAGE_SECRET_AGAIN if the stored secret would go to another server or login (A-SFTP-09). */
export function refuseKept(known: SftpSecret, { pass, privateKey }: SftpForm): void {
  const keeps = !pass && !privateKey && (known.pass ?? known.privateKey ?? '') !== '';
  if (!keeps) return;
  const field = known.privateKey === undefined ? 'pass' : 'privateKey';
  throw new AppError('STORAGE_SECRET_AGAIN', { fields: { [field]: 'STORAGE_SECRET_AGAIN' } });
}

/**
 * Applies the form to the secret; empty fields leave it unchanged (spec http-api 8.9). A new password replaces a key
 * and vice versa; a passphrase goes with its key.
 */
export function mergedSecret(before: SftpSecret, { pass, privateKey }: SftpForm): SftpSecret {
  if (privateKey) return { privateKey, ...(pass ? { pass } : {}) };
  return pass ? { pass } : before;
}

/** Whether there is something to log in with: without it nothing is copied. */
export function isSet({ pass, privateKey }: SftpSecret): boolean {
  return Boolean(pass) || privateKey !== undefined;
}
