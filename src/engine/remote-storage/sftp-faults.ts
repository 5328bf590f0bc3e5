import type { StorageFailure } from './port.ts';

/**
 * Status codes of SFTP version 3 (draft-ietf-secsh-filexfer-02, 7), and the two of version 6 (draft 13, 9.1) by which
 * some servers say why there is no room; others only say `failure`.
 */
export const SFTP_STATUS = {
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  noSpace: 14,
  quotaExceeded: 15,
} as const;

/** The client puts names of its own in place of some status codes. */
const NAMED: Readonly<Record<string, number>> = {
  ENOENT: SFTP_STATUS.noSuchFile,
  EACCES: SFTP_STATUS.permissionDenied,
  ENOTDIR: SFTP_STATUS.permissionDenied,
  ERR_BAD_PATH: SFTP_STATUS.permissionDenied,
};

/** The status that the server answered with; null when the connection itself is at fault. */
export function statusOf(error: unknown): number | null {
  const { code } = error as { code?: unknown };
  return typeof code === 'number' ? code : (NAMED[String(code)] ?? null);
}

/** What a failed file operation means. Its words come from the far side and stay out of logs and pages. */
export function operationFault(error: unknown): StorageFailure {
  const status = statusOf(error);
  if (status === SFTP_STATUS.permissionDenied || status === SFTP_STATUS.noSuchFile)
    return { kind: 'retry', reason: 'FOLDER_REFUSED', detail: `status ${status}` };
  if (status === SFTP_STATUS.noSpace || status === SFTP_STATUS.quotaExceeded)
    return { kind: 'retry', reason: 'STORAGE_FULL', detail: `status ${status}` };
  if (status !== null) return { kind: 'retry', reason: 'WRITE_FAILED', detail: `status ${status}` };
  return { kind: 'retry', reason: 'UNREACHABLE', detail: 'the connection was lost' };
}

/** What a failed log-in means; wrong ports, closed ones and other protocols are all alike (A-SFTP-03). */
export function connectFault(error: unknown): StorageFailure {
  const { message = '', level = '' } = error as { message?: string; level?: string };
  const refused = level === 'client-authentication' || /authentication methods failed/i.test(message);
  return refused
    ? { kind: 'retry', reason: 'LOGIN_REFUSED', detail: 'the login was refused' }
    : { kind: 'retry', reason: 'UNREACHABLE', detail: 'no SSH connection' };
}
