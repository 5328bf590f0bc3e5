/**
 * Customers' storage for copies of received faxes: one port, with an adapter for each kind. A storage takes whole files
 * under the name it is given; failures of the remote side are returned as outcomes, never thrown.
 */

/** Why a file was not stored; each has a sentence for people. They do not reveal which ports are open (A-SFTP-03). */
export const DROP_FAULTS = [
  'HOST_NOT_ALLOWED',
  'HOST_UNKNOWN',
  'UNREACHABLE',
  'HOST_KEY_CHANGED',
  'LOGIN_REFUSED',
  'FOLDER_REFUSED',
  'WRITE_FAILED',
  'STORAGE_FULL',
  'ACCESS_REVOKED',
  'THROTTLED',
] as const;
export type StorageFault = (typeof DROP_FAULTS)[number];

/** A failed operation. `retry` may succeed later; `stop` waits for a person: a new identity, a revoked connection. */
export interface StorageFailure {
  kind: 'retry' | 'stop';
  reason: StorageFault;
  /** For the operator's log; contains nothing secret and none of the remote side's own words. */
  detail: string;
  /** Seconds to wait, if the remote side named a time. */
  afterSeconds?: number;
  /** The key that the server presented instead of the known one. */
  offeredKey?: string;
}

/** A file to store. */
export interface StorageFile {
  /** Folders below the storage's own folder, created if they are missing. */
  folders: readonly string[];
  name: string;
  bytes: Uint8Array;
  /** Omitted if nobody else can be writing the same file. */
  attempt?: PutAttempt;
}

/** One of several attempts, by workers that may have been frozen, to put the same file. */
export interface PutAttempt {
  /** The ID in the name of its part file; unique to this attempt. */
  id: string;
  /** IDs of earlier attempts, whose part files are removed. */
  before: readonly string[];
  /** Called before anything appears under the file's own name; returns false if another worker has taken over. */
  proceed: () => Promise<boolean>;
}

/**
 * The outcome of a put, with the place of the file; the same file put twice is there once. `lost`: `proceed` returned
 * false, and nothing was left behind.
 */
export type PutOutcome = { kind: 'ok'; place: string } | { kind: 'lost' } | StorageFailure;

/**
 * The outcome of a probe; `ok` means that a file could be written, renamed and removed. `hostKey` is the server's
 * fingerprint if there is one.
 */
export type ProbeOutcome = { kind: 'ok'; hostKey: string | null } | StorageFailure;

/** An open storage: it connects on first use and keeps the connection for later files. */
export interface RemoteStorage {
  /** Stores the file completely or not at all: it appears under its name once it is complete. */
  put(file: StorageFile): Promise<PutOutcome>;
  /** Tries everything that `put` does and leaves nothing behind. */
  probe(): Promise<ProbeOutcome>;
  close(): Promise<void>;
}

/** An SFTP server, with either a password or a private key. */
export interface SftpPlace {
  kind: 'sftp';
  host: string;
  port: number;
  folder: string;
  login: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
  /** The fingerprint seen at the first connection; null accepts any key. */
  hostKey: string | null;
  /** Time limit for connecting and working together, in milliseconds, when a person is waiting. */
  limitMs?: number;
}

/** A folder of an Egnyte domain. */
export interface EgnytePlace {
  kind: 'egnyte';
  domain: string;
  folder: string;
  tokens: TokenKeeper;
}

/** A WebDAV collection. */
export interface WebdavPlace {
  kind: 'webdav';
  url: string;
  login: string;
  password: string;
}

export type StoragePlace = SftpPlace | EgnytePlace | WebdavPlace;

/** Renewable access to a provider. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since 1970; null if the provider named no expiry. */
  expiresAt: number | null;
}

/** New tokens, or why there are none. */
export type TokenOutcome = { kind: 'ok'; tokens: Tokens } | StorageFailure;

/** Where the tokens of a connection are kept. */
export interface TokenKeeper {
  read(): Tokens;
  /**
   * Replaces expired tokens. A refresh token works only once, so only one caller at a time runs `ask`, none does if the
   * tokens were already renewed, and new ones are stored before they are used.
   */
  renew(ask: (ended: Tokens) => Promise<TokenOutcome>): Promise<TokenOutcome>;
}

/** The contents of an OAuth redirect to Egnyte. */
export interface Authorization {
  domain: string;
  redirectUri: string;
  state: string;
  /** PKCE (RFC 7636): the code is worthless to anyone who saw only the redirect. */
  codeVerifier: string;
}

/** Egnyte beyond files: connecting, and the calls for Egnyte's own pages. */
export interface Egnyte {
  /** Whether this installation has an application registered at Egnyte. */
  readonly configured: boolean;
  authorizeUrl(authorization: Authorization): string;
  redeem(authorization: Omit<Authorization, 'state'> & { code: string }): Promise<TokenOutcome>;
  /** Returns the calls of one connection. */
  connect(domain: string, tokens: TokenKeeper): EgnyteConnection;
  /** Whether an address is Egnyte's own and of this domain: tokens are sent only to such addresses (A-EGNYTE-03). */
  isOwnAddress(address: string, domain: string): boolean;
  /** Stores settings at Egnyte, which includes them in every later call; the token works once. */
  saveSettings(
    address: string,
    token: string,
    data: Readonly<Record<string, string>>,
  ): Promise<{ kind: 'ok' } | StorageFailure>;
}

/** One folder of a listing. */
export interface EgnyteFolder {
  name: string;
  path: string;
  writable: boolean;
}

/** Calls on one connection. */
export interface EgnyteConnection {
  whoAmI(): Promise<{ kind: 'ok'; id: string; username: string } | StorageFailure>;
  folders(
    path: string,
  ): Promise<{ kind: 'ok'; folders: EgnyteFolder[] } | { kind: 'missing' } | StorageFailure>;
  isWritable(path: string): Promise<{ kind: 'ok'; writable: boolean } | StorageFailure>;
  download(path: string, maxBytes: number): Promise<{ kind: 'ok'; bytes: Buffer } | StorageFailure>;
}

/** Opens storages of every kind, and provides Egnyte's own calls. */
export interface RemoteStorages {
  open(place: StoragePlace): RemoteStorage;
  egnyte: Egnyte;
}
