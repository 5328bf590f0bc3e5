/** A record that the owner of a domain has to add. */
export interface DnsRecord {
  purpose: 'dkim' | 'spf' | 'dmarc' | 'mx';
  name: string;
  type: 'TXT' | 'MX';
  value: string;
}

/** A record with the check's result and the records found. */
export interface CheckedRecord extends DnsRecord {
  /** `unknown`: no name server answered. */
  state: 'ok' | 'missing' | 'different' | 'unknown';
  found: string[];
}

/** Queries the name servers; returns an empty list if there are no records, null if no server answers. */
export interface LookUpText {
  txt(name: string): Promise<string[] | null>;
  mx(name: string): Promise<string[] | null>;
}

/**
 * Returns the records that a domain needs for its mails to be trusted: keys (RFC 6376), senders (RFC 7208), policy (RFC
 * 7489), bounces.
 */
export function recordsFor(
  key: { domain: string; selector: string; publicKey: string },
  mailHost: string,
): DnsRecord[] {
  const { domain, selector, publicKey } = key;
  return [
    {
      purpose: 'dkim',
      name: `${selector}._domainkey.${domain}`,
      type: 'TXT',
      value: `v=DKIM1; k=rsa; p=${publicKey}`,
    },
    { purpose: 'spf', name: domain, type: 'TXT', value: `v=spf1 mx -all` },
    { purpose: 'dmarc', name: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=quarantine' },
    { purpose: 'mx', name: domain, type: 'MX', value: `10 ${mailHost}` },
  ];
}

/**
 * Looks up each record. The DKIM key must match exactly; SPF, DMARC and MX only have to exist for the domain, because
 * their content is the owner's choice: we cannot know which relays may send.
 */
export async function checkRecords(
  records: readonly DnsRecord[],
  lookUp: LookUpText,
): Promise<CheckedRecord[]> {
  return await Promise.all(
    records.map(async (record) => {
      const all = record.type === 'MX' ? await lookUp.mx(record.name) : await lookUp.txt(record.name);
      if (all === null) return { ...record, found: [], state: 'unknown' as const };
      const found = all.filter((text) => isAbout(record, text));
      return { ...record, found, state: stateOf(record, found) };
    }),
  );
}

function isAbout({ purpose }: DnsRecord, text: string): boolean {
  if (purpose === 'spf') return /^v=spf1(?:\s|$)/i.test(text);
  if (purpose === 'dmarc') return /^v=DMARC1\b/i.test(text);
  return true;
}

function stateOf(record: DnsRecord, found: readonly string[]): CheckedRecord['state'] {
  if (found.length === 0) return 'missing';
  // Two SPF or DMARC records are as invalid as none (RFC 7208 4.5, RFC 7489 6.6.3).
  if (record.purpose === 'spf' || record.purpose === 'dmarc') return found.length === 1 ? 'ok' : 'different';
  if (record.purpose === 'mx') return 'ok';
  return found.some((text) => keyOf(text) === keyOf(record.value)) ? 'ok' : 'different';
}

function keyOf(record: string): string {
  return /(?:^|;)\s*p=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? '';
}
