import type { GeneratedAlways } from 'kysely';

import type { Default, DefaultTime } from './tables-accounts.ts';

/** A key for programs: of an account, of an administrator, or (neither) of an operator. */
export interface ApiKeyTable {
  id: GeneratedAlways<number>;
  account_id: number | null;
  parent_id: number | null;
  public_id: string;
  mode: 'live' | 'test';
  name: string;
  hash: Buffer;
  old_hash: Buffer | null;
  old_until: Date | null;
  scopes: string[];
  networks: Default<string[]>;
  expires_at: Date | null;
  created_at: DefaultTime;
  last_used_at: Date | null;
  last_address: Default<string>;
}
