import { FileStoreRefusal } from './refusal.ts';

/** A bucket as named by F2E_BLOBS. */
export interface S3Location {
  bucket: string;
  /** The address of the S3 API; undefined for Amazon's own, which is derived from the region. */
  endpoint: string | undefined;
  region: string;
  /**
   * Whether to use `https://host/bucket/key` instead of `https://bucket.host/key`: most servers other than Amazon's
   * require it.
   */
  pathStyle: boolean;
}

/** S3's rule for bucket names. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u;

const PARAMETERS = new Set(['endpoint', 'region', 'path-style']);

/** Parses `s3://bucket?endpoint=https://host&region=eu-1&path-style=1`; it never contains credentials. */
export function readS3Location(location: string): S3Location {
  if (!URL.canParse(location)) throw new FileStoreRefusal('F2E_BLOBS is no address like s3://bucket.');
  const { hostname, username, pathname, searchParams } = new URL(location);
  if (username !== '')
    throw new FileStoreRefusal('F2E_BLOBS holds no credentials: set AWS_ACCESS_KEY_ID instead.');
  if (!BUCKET.test(hostname)) throw new FileStoreRefusal('F2E_BLOBS names no bucket: s3://bucket.');
  if (pathname !== '' && pathname !== '/')
    throw new FileStoreRefusal('F2E_BLOBS names a whole bucket, not a folder inside one.');
  for (const name of searchParams.keys()) {
    if (!PARAMETERS.has(name)) throw new FileStoreRefusal(`F2E_BLOBS: there is no setting ${name}.`);
  }
  const endpoint = searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/u.test(endpoint))
    throw new FileStoreRefusal('F2E_BLOBS: endpoint= is an address like https://host:port.');
  return {
    bucket: hostname,
    endpoint,
    region: searchParams.get('region') ?? 'us-east-1',
    pathStyle: (searchParams.get('path-style') ?? (endpoint === undefined ? '0' : '1')) === '1',
  };
}
