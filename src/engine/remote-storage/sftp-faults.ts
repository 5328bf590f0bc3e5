import { isNetworkFault } from '#engine/outbound-guard/port.ts';
import type { StorageFailure } from './port.ts';

/**
 * Status codes of SFTP version 3 (draft-ietf-secsh-filexfer-02, 7), and the two of version 6 (draft 13, 9.1) with which
 * some servers report a lack of space; others report only `failure`.
 */
export const SFTP_STATUS = {
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  noSpace: 14,
  quotaExceeded: 15,
} as const;

/** The client replaces some status codes with its own names. */
const NAMED: Readonly<Record<string, number>> = {
  ENOENT: SFTP_STATUS.noSuchFile,
  EACCES: SFTP_STATUS.permissionDenied,
  ENOTDIR: SFTP_STATUS.permissionDenied,
  ERR_BAD_PATH: SFTP_STATUS.permissionDenied,
};

/** Returns the status that the server responded with; null if the connection itself failed. */
export function statusOf(error: unknown): number | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? code : (NAMED[String(code)] ?? null);
}

/** The client's codes for a connection that ended or does not exist. */
const LOST: readonly unknown[] = ['ERR_GENERIC_CLIENT', 'ERR_NOT_CONNECTED'];

/**
 * Whether the connection failed. ssh2 gives its errors a level; the client on top of it passes on only their code, even
 * if it is undefined.
 */
function isOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, level } = error as { code?: unknown; level?: unknown };
  const passedOn = Object.hasOwn(error, 'code') && code === undefined;
  return level !== undefined || passedOn || LOST.includes(code) || isNetworkFault(error);
}

/**
 * Maps a failed file operation to a failure; errors of our own are rethrown. The messages come from the remote side and
 * stay out of logs and pages.
 */
export function operationFault(error: unknown): StorageFailure {
  const status = statusOf(error);
  if (status === SFTP_STATUS.permissionDenied || status === SFTP_STATUS.noSuchFile)
    return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: `status ${status}` };
  if (status === SFTP_STATUS.noSpace || status === SFTP_STATUS.quotaExceeded)
    return { kind: 'retry', reason: 'STORAGE_FULL', detail: `status ${status}` };
  if (status !== null) return { kind: 'retry', reason: 'WRITE_FAILED', detail: `status ${status}` };
  if (!isOfConnection(error)) throw error;
  return { kind: 'retry', reason: 'UNREACHABLE', detail: 'the connection was lost' };
}

/**
 * Maps a failed login to a failure. Wrong ports, closed ports and other protocols look the same (A-SFTP-03). Errors of
 * our own are rethrown.
 */
export function connectFault(error: unknown): StorageFailure {
  const { message = '', level = '' } = error as { message?: string; level?: string };
  const refused = level === 'client-authentication' || /authentication methods failed/i.test(message);
  if (refused) return { kind: 'retry', reason: 'LOGIN_REFUSED', detail: 'the login was refused' };
  if (message.startsWith('Cannot parse privateKey:'))
    return { kind: 'retry', reason: 'LOGIN_REFUSED', detail: 'the private key cannot be read' };
  if (!isOfConnection(error)) throw error;
  return { kind: 'retry', reason: 'UNREACHABLE', detail: 'no SSH connection' };
}
