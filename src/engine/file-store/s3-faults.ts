import { S3ServiceException } from '@aws-sdk/client-s3';

import { isNetworkFault } from '../outbound-guard/port.ts';

/** Statuses by which a bucket refuses us and not this file: credentials, a wrong clock, a bucket that is gone. */
const REFUSES_ALL: readonly number[] = [401, 403, 404];

/** The same said as a wrong request. */
const REFUSALS = new Set(['AuthorizationHeaderMalformed', 'ExpiredToken', 'InvalidToken', 'NoSuchBucket']);

/** The call took too long for the bucket, or there were too many. */
const LATER: readonly number[] = [408, 429];

/** How the library says that it has no credentials now: they may come from a server or a file. */
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'ProviderError', 'TokenProviderError']);

/** Whether the bucket has answered that there is no such file. A bucket that is gone has the same status. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Whether the bucket refuses every file until the settings, the credentials, or the bucket are corrected. */
export function refusesAll(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return NO_CREDENTIALS.has(nameOf(error));
  if (isMissing(error)) return false;
  return REFUSALS.has(error.name) || REFUSES_ALL.includes(error.$metadata.httpStatusCode ?? 0);
}

/** Whether the same call may work later: no answer about this very file, and no mistake of ours. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof S3ServiceException))
    return isNetworkFault(error) || isUnreadable(error) || NO_CREDENTIALS.has(nameOf(error));
  const status = error.$metadata.httpStatusCode ?? 500;
  // S3's own way to say 408.
  const late = LATER.includes(status) || error.name === 'RequestTimeout';
  return status < 400 || status >= 500 || late || refusesAll(error);
}

/** What is between us and the bucket has answered instead, with a page that is no XML: the library adds its answer. */
function isUnreadable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$response' in error;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
