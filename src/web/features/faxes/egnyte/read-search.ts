/** The parameters in the addresses of the pages that Egnyte opens (EGG-02, EGG-07). */
export interface EgnyteSearch {
  connected?: string;
  redirect_id?: string;
  token?: string;
  save_url?: string;
  domain?: string;
  message_type?: string;
  message?: string;
  task_id?: string;
}

const NAMES = [
  'connected',
  'redirect_id',
  'token',
  'save_url',
  'domain',
  'message_type',
  'message',
  'task_id',
] as const;

/** Reads the known parameters as texts; ignores everything else in the address. */
export function readEgnyteSearch(raw: Record<string, unknown>): EgnyteSearch {
  const search: EgnyteSearch = {};
  for (const name of NAMES) {
    const value = raw[name];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      search[name] = String(value);
  }
  return search;
}
