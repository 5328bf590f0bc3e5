import { join } from 'node:path';
import S3rver from 's3rver';

/** The keys of the fake bucket. */
export const BUCKET_KEYS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Starts a bucket «faxes» in a folder; `port` is where it listens. */
export async function startBucket(folder: string): Promise<{ bucket: S3rver; port: number }> {
  const bucket = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'faxes', configs: [] }],
  });
  return { bucket, port: (await bucket.run()).port };
}
