import { S3ServiceException } from '@aws-sdk/client-s3';

import { isNetworkFault } from '../outbound-guard/port.ts';

/** Statuses with which a bucket rejects us, not this file: wrong credentials, a wrong clock, a missing bucket. */
const REFUSES_ALL: readonly number[] = [401, 403, 404];

/** Error names that mean the same but come as a bad request. */
const REFUSALS = new Set(['AuthorizationHeaderMalformed', 'ExpiredToken', 'InvalidToken', 'NoSuchBucket']);

/** Statuses for a request that took too long, or for too many requests. */
const LATER: readonly number[] = [408, 429];

/** Errors for missing credentials, which may come from a server or a file, so this can change. */
const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'ProviderError', 'TokenProviderError']);

/** Whether the bucket reported that there is no such file. A missing bucket has the same status but another name. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Whether the bucket rejects every file until the settings, the credentials or the bucket are corrected. */
export function refusesAll(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return NO_CREDENTIALS.has(nameOf(error));
  if (isMissing(error)) return false;
  return REFUSALS.has(error.name) || REFUSES_ALL.includes(error.$metadata.httpStatusCode ?? 0);
}

/** Whether the same call may succeed later: the error is neither about this file nor a mistake of ours. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof S3ServiceException))
    return isNetworkFault(error) || isUnreadable(error) || NO_CREDENTIALS.has(nameOf(error));
  const status = error.$metadata.httpStatusCode ?? 500;
  // S3's equivalent of 408.
  const late = LATER.includes(status) || error.name === 'RequestTimeout';
  return status < 400 || status >= 500 || late || refusesAll(error);
}

/** Whether an intermediary responded instead, with a page that is not XML: the library attaches the response. */
function isUnreadable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && '$response' in error;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}
