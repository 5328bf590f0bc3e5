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

/**
 * Key length (RFC 8301 3.2): 1024 is too short, and longer keys do not fit the records that some name servers accept.
 */
const KEY_BITS = 2048;

/** Length of the random part of a selector: each installation that sends for a domain has its own. */
const SELECTOR_BYTES = 4;

/** A dotted name that somebody can own; `localhost` and machine names of a local network have no records to check. */
const PUBLIC_DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*[a-z0-9]$/;

/** The public half of a domain's key, for its DNS record. */
export type DomainKey = Pick<DomainKeyRow, 'domain' | 'selector' | 'publicKey'>;

/** The domains that mails are sent from, and their keys. */
export interface MailDomains {
  /**
   * Returns how mails of the domain are signed; the key is created with its first mail. Undefined for names that cannot
   * have records.
   */
  signingOf(domain: string): Promise<MailSigning | undefined>;
  /** Returns the key of the domain, and creates it if there is none yet. */
  keyOf(domain: string): Promise<DomainKey | undefined>;
  /** Returns all domains that mails of this installation are sent from. */
  sendDomains(): Promise<string[]>;
}

/**
 * Dependencies of the domains; `key` seals the private keys, `ownDomain` is the sending domain of brands without their
 * own.
 */
export interface MailDomainsDeps {
  database: Database;
  key: Buffer;
  ownDomain: string;
}

/** Dependencies of a check of sending domains; `dns` are the resolvers. */
export interface DomainCheck {
  domains: Pick<MailDomains, 'keyOf' | 'sendDomains'>;
  /** The host that receives mails for the domains. */
  mailHost: string;
  dns: string;
}

/** Checks the records of all sending domains, or of one; names that cannot have records are skipped. */
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
