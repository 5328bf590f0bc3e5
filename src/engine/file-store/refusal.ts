/** Thrown when F2E_BLOBS names a store that cannot be used; the message is shown as it is. */
export class FileStoreRefusal extends Error {
  override readonly name = 'FileStoreRefusal';
}

/**
 * Thrown when a file came back other than it was put: a page of somebody's medical record is never shown changed.
 * The message names no key: it may end in a log.
 */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly code = 'FILE_DAMAGED';
  /** What lies there, for a backup that keeps what is left of it; never to be shown. */
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    super('A stored file does not match the checksum that it was stored with.');
    this.bytes = bytes;
  }
}

/**
 * For the catch of a read: a damaged file is answered with this value, every other fault is thrown on. A damaged file
 * stays damaged, so that trying again would never end; a store that is away comes back.
 */
export function damagedAs<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof DamagedFile) return value;
    throw error;
  };
}

/** Thrown when a bucket does not answer in time, or answers with a fault of its own: the same call works again later. */
export class FileStoreAway extends Error {
  override readonly name = 'FileStoreAway';
  readonly code = 'FILE_STORE_AWAY';
  constructor(cause: unknown) {
    super(`The bucket does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
