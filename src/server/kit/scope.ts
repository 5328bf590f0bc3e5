/** The id of a fax account whose right to act was proved by the session gate, or by a system task that owns the row. */
export type AccountId = number & { readonly __account: true };

/** Marks an id as proved. Only the session gate, the operator command and workers (from their own rows) may call it. */
export function provenAccount(id: number): AccountId {
  return id as AccountId;
}

/** Who makes a request with a session of a fax account, and from where. */
export interface Caller {
  accountId: AccountId;
  brandId: number;
  sessionIdHash: Buffer;
  /** The remote address, as seen through trusted proxies. */
  address: string;
  /** A language that this installation has, from Accept-Language. */
  language: string;
}
