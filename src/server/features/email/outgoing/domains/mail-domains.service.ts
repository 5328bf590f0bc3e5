import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import type { Database } from '#engine/database/port.ts';
import type { MailSigning } from '#engine/mail/port.ts';
import { seal, unseal } from '#engine/secrets/seal.ts';

import { findDomainKey, insertDomainKey, listSendDomains } from './mail-domains.store.ts';
import type { DomainKeyRow } from './mail-domains.store.ts';

import { dnsLookUp } from './dns-lookup.ts';
import { checkRecords, recordsFor } from './dns-records.ts';
import type { CheckedRecord } from './dns-records.ts';

export { dnsLookUp } from './dns-lookup.ts';
export { checkRecords, recordsFor } from './dns-records.ts';
export type { LookUpText } from './dns-records.ts';

const makeKeyPair = promisify(generateKeyPair);

/** RFC 8301 3.2: 1024 is too short, and longer keys do not fit what some name servers take. */
const KEY_BITS = 2048;

/** Each installation that sends for a domain has a selector of its own. */
const SELECTOR_BYTES = 4;

/** A name with a dot that somebody can own; `localhost` and machine names of a network have no records to check. */
const PUBLIC_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/;

/** The public half of a domain's key, for its DNS record. */
export type DomainKey = Pick<DomainKeyRow, 'domain' | 'selector' | 'publicKey'>;

/** Domains that mails come from, and their keys. */
export interface MailDomains {
  /** What mails of the domain are signed with; made at its first mail. Undefined for names that cannot have records. */
  signingOf(domain: string): Promise<MailSigning | undefined>;
  /** The key of the domain, made if there is none yet. */
  keyOf(domain: string): Promise<DomainKey | undefined>;
  /** Every domain that mails of this installation come from. */
  sendDomains(): Promise<string[]>;
}

/** What it stands on; `key` seals the private halves, `ownDomain` is the sender's of brands without one. */
export interface MailDomainsDeps {
  database: Database;
  key: Buffer;
  ownDomain: string;
}

/** Whose records are looked up: of all sending domains, or of one; `dns` are the resolvers. */
export interface DomainCheck {
  domains: Pick<MailDomains, 'keyOf' | 'sendDomains'>;
  /** Where mails for the domains come in. */
  mailHost: string;
  dns: string;
}

/** Looks up the records of sending domains, or of one; names that can have none are left out. */
export async function checkDomains(
  { domains, mailHost, dns }: DomainCheck,
  asked?: string,
): Promise<(CheckedRecord & { domain: string })[]> {
  const names = asked === undefined ? await domains.sendDomains() : [asked];
  const records: (CheckedRecord & { domain: string })[] = [];
  for (const domain of names) {
    const key = await domains.keyOf(domain);
    if (!key) continue;
    const checked = await checkRecords(recordsFor(key, mailHost), dnsLookUp(dns));
    records.push(...checked.map((record) => ({ ...record, domain })));
  }
  return records;
}

export function createMailDomains({ database, key, ownDomain }: MailDomainsDeps): MailDomains {
  const opened = new Map<string, Promise<MailSigning | undefined>>();
  const provide = async (domain: string) => await provideKey(database, key, domain);
  return {
    signingOf: async (name) => {
      const domain = name.toLowerCase();
      const known = opened.get(domain);
      if (known) return await known;
      const opening = provide(domain).then((row) => row && openKey(key, row));
      opened.set(domain, opening);
      try {
        return await opening;
      } catch (error) {
        opened.delete(domain);
        throw error;
      }
    },
    keyOf: async (name) => await provide(name.toLowerCase()),
    sendDomains: async () => [...new Set([ownDomain.toLowerCase(), ...(await listSendDomains(database.db))])],
  };
}

async function provideKey(
  database: Database,
  key: Buffer,
  domain: string,
): Promise<DomainKeyRow | undefined> {
  if (!PUBLIC_DOMAIN.test(domain)) return undefined;
  const known = await findDomainKey(database.db, domain);
  if (known) return known;
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await insertDomainKey(database.db, {
    domain,
    selector: `f2e-${randomBytes(SELECTOR_BYTES).toString('hex')}`,
    privateKey: seal(key, privateKey, placeOf(domain)),
    publicKey: publicKey.toString('base64'),
  });
  return await findDomainKey(database.db, domain);
}

function openKey(key: Buffer, row: DomainKeyRow): MailSigning {
  const privateKey = unseal(key, row.privateKey, placeOf(row.domain));
  if (privateKey === null) throw new Error(`the signing key of ${row.domain} was sealed with another key`);
  return { domain: row.domain, selector: row.selector, privateKey };
}

function placeOf(domain: string): string {
  return `mail_domain_key/${domain}/private_key`;
}
