/**
 * Storage of customers where copies of received faxes go: one port, an adapter for each kind. A drop takes whole files
 * under the name it is given; what the far side may do comes back as an outcome, never as an exception.
 */

/** Why a file was not taken; each has a sentence for people. They tell no open port from a closed one (A-SFTP-03). */
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

/** `retry` may go better by itself; `stop` waits for a person: a changed identity, a connection that was taken back. */
export interface StorageFailure {
  kind: 'retry' | 'stop';
  reason: StorageFault;
  /** For the operator's log; nothing secret, nothing of the far side's own words. */
  detail: string;
  /** The far side named a time. */
  afterSeconds?: number;
  /** The key that the server showed instead of the known one. */
  offeredKey?: string;
}

/** A file to be left there. */
export interface StorageFile {
  /** Folders below the drop's own, made when they are missing. */
  folders: readonly string[];
  name: string;
  bytes: Uint8Array;
  /** Left out where nobody else can be at the same file. */
  attempt?: PutAttempt;
}

/** One of several tries, by workers that may have been frozen, to put the same file. */
export interface PutAttempt {
  /** What its part file is named by: no other try has the same. */
  id: string;
  /** Tries before it, whose part files are removed. */
  before: readonly string[];
  /** Asked before anything appears under the file's own name: false when another worker has taken over. */
  proceed: () => Promise<boolean>;
}

/** Where the file is now; the same file put twice is there once. `lost`: `proceed` said no, and nothing was left. */
export type PutOutcome = { kind: 'ok'; place: string } | { kind: 'lost' } | StorageFailure;

/** A file could be written, renamed and removed; `hostKey` is the server's fingerprint where there is one. */
export type ProbeOutcome = { kind: 'ok'; hostKey: string | null } | StorageFailure;

/** An open drop: it connects at the first use and keeps the connection for the files that follow. */
export interface RemoteStorage {
  /** All of the file or nothing of it: it appears under its name when it is complete. */
  put(file: StorageFile): Promise<PutOutcome>;
  /** Tries everything that put does, and leaves nothing behind. */
  probe(): Promise<ProbeOutcome>;
  close(): Promise<void>;
}

/** An SFTP server; one of password and private key. */
export interface SftpPlace {
  kind: 'sftp';
  host: string;
  port: number;
  folder: string;
  login: string;
  password?: string;
  privateKey?: string;
  passphrase?: string;
  /** The fingerprint that was seen first; null takes what comes. */
  hostKey: string | null;
  /** A person waits for the answer: connecting and working together take no longer than this. */
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

/** Access to a provider that renews itself. */
export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since 1970; null where the provider named no end. */
  expiresAt: number | null;
}

/** New tokens, or why there are none. */
export type TokenOutcome = { kind: 'ok'; tokens: Tokens } | StorageFailure;

/** Where the tokens of a connection are kept. */
export interface TokenKeeper {
  read(): Tokens;
  /**
   * Replaces expired tokens. A refresh token works once, so only one caller at a time runs `ask`, none does if the tokens
   * were renewed already, and new ones are stored before they are used.
   */
  renew(ask: (ended: Tokens) => Promise<TokenOutcome>): Promise<TokenOutcome>;
}

/** What an OAuth redirect to Egnyte says. */
export interface Authorization {
  domain: string;
  redirectUri: string;
  state: string;
  /** PKCE (RFC 7636): the code is worthless to whoever saw only the redirect. */
  codeVerifier: string;
}

/** Egnyte beyond files: connecting, and the calls of its own pages. */
export interface Egnyte {
  /** Whether an application of this installation is registered there. */
  readonly configured: boolean;
  authorizeUrl(authorization: Authorization): string;
  redeem(authorization: Omit<Authorization, 'state'> & { code: string }): Promise<TokenOutcome>;
  /** The calls of one connection. */
  connect(domain: string, tokens: TokenKeeper): EgnyteConnection;
  /** Whether an address is Egnyte's own and of this domain: the only kind that tokens are sent to (A-EGNYTE-03). */
  isOwnAddress(address: string, domain: string): boolean;
  /** Hands settings to Egnyte, which gives them back with every call; the token works once. */
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

/** What one connection may ask. */
export interface EgnyteConnection {
  whoAmI(): Promise<{ kind: 'ok'; id: string; username: string } | StorageFailure>;
  folders(
    path: string,
  ): Promise<{ kind: 'ok'; folders: EgnyteFolder[] } | { kind: 'missing' } | StorageFailure>;
  isWritable(path: string): Promise<{ kind: 'ok'; writable: boolean } | StorageFailure>;
  download(path: string, maxBytes: number): Promise<{ kind: 'ok'; bytes: Buffer } | StorageFailure>;
}

/** Every kind of drop, and Egnyte's own calls. */
export interface RemoteStorages {
  open(place: StoragePlace): RemoteStorage;
  egnyte: Egnyte;
}
