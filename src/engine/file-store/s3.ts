import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';

import { requireKey, requirePrefix } from './keys.ts';
import type { FileStore, StoreHealth } from './port.ts';
import { DamagedFile, FileStoreAway } from './refusal.ts';
import { isAway, isMissing, refusesAll } from './s3-faults.ts';
import type { S3Location } from './s3-location.ts';

/** Time limit for a bucket's response per attempt, so that a slow store cannot hold every connection. */
const ANSWER_WITHIN_MS = 10_000;

/** A stuck read is retried while its caller is still waiting. */
const FIRST_BYTE_WITHIN_MS = 6_000;
const CONNECT_WITHIN_MS = 3_000;

/** A person waits for a read; a written file is a fax that must not be lost to a brief outage (F-store-01). */
const READ_WITHIN_MS = 10_000;
const WRITE_WITHIN_MS = 30_000;

/** The client retries throttling and 5xx with growing delays. */
const TRIES = 4;

/** The metadata key for the SHA-256 of the whole file; reads are verified against it. */
const CHECKSUM = 'sha256';

/** The key that `check` overwrites each time: a bucket that can be listed but not written loses faxes. */
const PROBE_KEY = 'health/probe';

/** A store that holds open connections. */
export interface S3Store extends FileStore {
  /** Stores the bytes. `withinMs` bounds the whole call; the default is 30 seconds. */
  put(key: string, bytes: Uint8Array, withinMs?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Stores files as objects of one bucket, under their own keys. Every object carries the SHA-256 of its bytes; a read
 * that does not match is repeated once and then rejected. Only basic calls are used (no conditional PUT, no newer
 * checksums), because S3 servers other than Amazon's lack the rest.
 */
export function openS3Store(location: S3Location): S3Store {
  const { bucket } = location;
  const client = connect(location, ANSWER_WITHIN_MS);
  const reader = connect(location, FIRST_BYTE_WITHIN_MS);
  const put: S3Store['put'] = async (key, bytes, withinMs = WRITE_WITHIN_MS) => {
    requireKey(key);
    const file = new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: bytes,
      ContentLength: bytes.byteLength,
      // The server compares this with the received bytes and rejects a partial file.
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
      Metadata: { [CHECKSUM]: sha256(bytes) },
    });
    await within(withinMs, async (abortSignal) => await client.send(file, { abortSignal }));
  };
  return {
    put,
    get: async (key) => {
      requireKey(key);
      const first = await readChecked(reader, bucket, key);
      return first instanceof DamagedFile ? await readAgain(reader, bucket, key) : first;
    },
    delete: async (key) => {
      requireKey(key);
      const file = new DeleteObjectCommand({ Bucket: bucket, Key: key });
      await within(WRITE_WITHIN_MS, async (abortSignal) => await client.send(file, { abortSignal }));
    },
    list: (prefix, after) => listKeys(client, bucket, prefix, after),
    check: async () => await probe(client, bucket, put),
    close: async () => {
      client.destroy();
      reader.destroy();
      await Promise.resolve();
    },
  };
}

function connect({ endpoint, region, pathStyle }: S3Location, requestTimeout: number): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle: pathStyle,
    maxAttempts: TRIES,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      requestTimeout,
      throwOnRequestTimeout: true,
      connectionTimeout: CONNECT_WITHIN_MS,
    },
  });
}

/** The result of a read: the bytes, null if there is no such object, or DamagedFile if the checksum does not match. */
type Read = Uint8Array | null | DamagedFile;

async function readChecked(client: S3Client, bucket: string, key: string): Promise<Read> {
  try {
    const { bytes, expected } = await within(READ_WITHIN_MS, async (abortSignal) => {
      const wanted = new GetObjectCommand({ Bucket: bucket, Key: key });
      const { Body, Metadata } = await client.send(wanted, { abortSignal });
      return {
        bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(),
        expected: Metadata?.[CHECKSUM],
      };
    });
    // Objects that an operator copied in by hand have no checksum and are accepted unchecked.
    return expected === undefined || expected === sha256(bytes) ? bytes : new DamagedFile(bytes);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function within<T>(limitMs: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    return await call(signal);
  } catch (error) {
    throw isAway(error) ? new FileStoreAway(error) : error;
  }
}

async function readAgain(client: S3Client, bucket: string, key: string): Promise<Uint8Array | null> {
  const second = await readChecked(client, bucket, key);
  if (second instanceof DamagedFile) throw second;
  return second;
}

async function* listKeys(
  client: S3Client,
  bucket: string,
  prefix: string,
  after?: string,
): AsyncIterable<string> {
  requirePrefix(prefix);
  let ContinuationToken: string | undefined;
  do {
    const page = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      ContinuationToken,
      StartAfter: after,
    });
    const found = await within(
      WRITE_WITHIN_MS,
      async (abortSignal) => await client.send(page, { abortSignal }),
    );
    for (const { Key } of found.Contents ?? []) if (Key !== undefined) yield Key;
    ContinuationToken = found.IsTruncated === true ? found.NextContinuationToken : undefined;
  } while (ContinuationToken !== undefined);
}

async function probe(client: S3Client, bucket: string, put: FileStore['put']): Promise<StoreHealth> {
  try {
    const head = new HeadBucketCommand({ Bucket: bucket });
    await within(READ_WITHIN_MS, async (abortSignal) => await client.send(head, { abortSignal }));
    await put(PROBE_KEY, new Uint8Array([1]));
    return { ok: true };
  } catch (error) {
    const fault = error instanceof FileStoreAway ? error.cause : error;
    // Wrong settings do not resolve without intervention.
    const away = error instanceof FileStoreAway && !refusesAll(fault);
    return { ok: false, reason: reasonOf(fault, bucket), ...(away && { away }) };
  }
}

function reasonOf(error: unknown, bucket: string): string {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode;
    if (status === 404) return `There is no bucket ${bucket}.`;
    if (status === 401 || status === 403) return `The credentials may not use the bucket ${bucket}.`;
  }
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
