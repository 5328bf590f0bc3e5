/** Thrown when F2E_BLOBS names a store that cannot be used; the message is shown unchanged. */
export class FileStoreRefusal extends Error {
  override readonly name = 'FileStoreRefusal';
}

/**
 * Thrown when a file differs from what was stored: a changed page of somebody's medical record is never shown.
 * The message omits the key, because it may end up in a log.
 */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly code = 'FILE_DAMAGED';
  /** The stored bytes, for a backup that keeps what is left; never to be shown. */
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    super('A stored file does not match the checksum that it was stored with.');
    this.bytes = bytes;
  }
}

/**
 * Returns a `catch` handler for reads: it returns `value` for a damaged file and rethrows any other error. A damaged
 * file stays damaged, so a retry would never succeed; an unavailable store comes back.
 */
export function damagedAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof DamagedFile) return value;
    throw error;
  };
}

/** Thrown when a bucket does not respond in time or responds with its own error; the same call may succeed later. */
export class FileStoreAway extends Error {
  override readonly name = 'FileStoreAway';
  readonly code = 'FILE_STORE_AWAY';
  constructor(cause: unknown) {
    super(`The bucket does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
