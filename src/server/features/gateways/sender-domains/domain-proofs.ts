import { setTimeout as pause } from 'node:timers/promises';

import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { intlLocale } from '#contract/kit/language.ts';
import type { DOMAIN_CHECKS } from '#contract/gateways/sender-domains.ts';
import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { AuditEntry } from '#server/features/audit/log/audit.service.ts';
import type { LookUpText } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { findDueClaims, noteCheck, readDomainOwner } from './domain-proofs.store.ts';
import type { WaitingClaim } from './domain-proofs.store.ts';
import {
  isTaken,
  listDomains,
  lockAccount,
  lockDomain,
  markProved,
  takeDomain,
} from './whitelisted-domains.store.ts';
import type { DomainRow, ProvedBy } from './whitelisted-domains.store.ts';

/** Time limit of a lookup: a person waits for the answer, however many name servers have to be queried. */
const PATIENCE_MS = 10_000;

/** How many claims one run of the job looks up, and how many at once: a name server that hangs delays few. */
const BATCH = 60;
const TOGETHER = 6;

/** How many foreign records are shown, and how much of each. */
const SHOWN = { records: 5, characters: 120 };

/** The TXT record that proves a domain for one account. */
export interface ProofRecord {
  name: string;
  value: string;
}

/** The result of a lookup; `found` are other records of the name. */
export interface DomainCheck {
  state: (typeof DOMAIN_CHECKS)[number];
  found: string[];
}

/** Dependencies of proofs. */
export interface DomainProofDeps {
  database: Database;
  lookUp: Pick<LookUpText, 'txt'>;
  queueMail: QueueMail;
  /** Time limit of a lookup; 10 s by default. */
  patienceMs?: number;
}

/** Who made a change, for the audit. */
export type By = Pick<AuditEntry, 'actor' | 'address'>;

const SYSTEM: By = { actor: { kind: 'system' } };

export function recordOf({ domain, proofKey }: Pick<DomainRow, 'domain' | 'proofKey'>): ProofRecord {
  return { name: `_fax-proof.${domain}`, value: `fax-proof=${proofKey}` };
}

/** Looks up the record of a claim now; a proved claim needs none. Returns undefined if there is no such claim. */
export async function checkDomain(
  deps: DomainProofDeps,
  account: AccountId,
  id: number,
  by: By,
): Promise<DomainCheck | undefined> {
  const row = (await listDomains(deps.database.db, account)).find((one) => one.id === id);
  if (!row) return undefined;
  if (row.proved) return { state: 'proved', found: [] };
  return await check(deps, { ...row, accountId: account }, by);
}

/** Looks up the records of all claims that are due. */
export async function checkDueDomains(deps: DomainProofDeps, signal: AbortSignal): Promise<void> {
  const due = await findDueClaims(deps.database.db, BATCH);
  for (let first = 0; first < due.length && !signal.aborted; first += TOGETHER)
    await Promise.all(
      due.slice(first, first + TOGETHER).map(async (claim) => await check(deps, claim, SYSTEM)),
    );
}

async function check(deps: DomainProofDeps, claim: WaitingClaim, by: By): Promise<DomainCheck> {
  const { database, patienceMs = PATIENCE_MS } = deps;
  const byEmail = await database.transaction(async (tx) => await proveByEmail(tx, claim, by));
  if (byEmail) return { state: 'proved', found: [] };
  const { name, value } = recordOf(claim);
  // If the time limit wins, the lookup continues, but nothing waits for it.
  const found = await Promise.race([deps.lookUp.txt(name), pause(patienceMs, null, { ref: false })]);
  await noteCheck(database.db, claim.id);
  if (found === null) return { state: 'unknown', found: [] };
  if (found.some((text) => text.trim() === value)) {
    const proved = await database.transaction(async (tx) => await proveByRecord(deps, tx, claim, by));
    return { state: proved ? 'proved' : 'missing', found: [] };
  }
  const shown = found.slice(0, SHOWN.records).map((text) => text.slice(0, SHOWN.characters));
  return { state: found.length === 0 ? 'missing' : 'different', found: shown };
}

/**
 * Proves a claim if the account's own proved address is in exactly this domain and no other account has it. Locks the
 * account and the domain.
 */
export async function proveByEmail(
  tx: Db,
  { id, accountId, domain }: Pick<WaitingClaim, 'id' | 'accountId' | 'domain'>,
  by: By,
): Promise<boolean> {
  const account = await lockAccount(tx, accountId);
  if (!account?.email?.endsWith(`@${domain}`)) return false;
  await lockDomain(tx, domain);
  if (await isTaken(tx, domain, accountId)) return false;
  await markProved(tx, id, 'email');
  await auditProof(tx, { accountId, domain }, 'email', by);
  return true;
}

/** Proves a claim whose record was found: the domain belongs to this account, and no longer to any other. */
async function proveByRecord(deps: DomainProofDeps, tx: Db, claim: WaitingClaim, by: By): Promise<boolean> {
  await lockAccount(tx, claim.accountId);
  await lockDomain(tx, claim.domain);
  const now = (await listDomains(tx, claim.accountId)).find(({ id }) => id === claim.id);
  // Removed or renamed during the lookup.
  if (now?.proofKey !== claim.proofKey) return false;
  await giveDomain(deps.queueMail, tx, claim, 'dns', by);
  return true;
}

/** Gives a domain to the account of a claim, and notifies the account that had it. The caller has locked the domain. */
export async function giveDomain(
  queueMail: QueueMail,
  tx: Db,
  claim: Pick<WaitingClaim, 'id' | 'accountId' | 'domain'>,
  how: ProvedBy,
  by: By,
): Promise<void> {
  const loser = await takeDomain(tx, claim.domain, claim.id);
  await markProved(tx, claim.id, how);
  await auditProof(tx, claim, how, by);
  if (loser === undefined) return;
  await writeAudit(tx, {
    ...SYSTEM,
    accountId: loser,
    action: 'whitelist.lost',
    object: `account/${loser}`,
    detail: { domain: claim.domain },
  });
  const owner = await readDomainOwner(tx, loser);
  if (!owner) return;
  const { number, ...mail } = owner;
  await queueMail(tx, {
    ...mail,
    template: 'domain-lost',
    params: { name: formatFaxNumber(number) ?? '', domain: claim.domain },
    path: '/login',
  });
}

async function auditProof(
  tx: Db,
  { accountId, domain }: { accountId: AccountId; domain: string },
  how: ProvedBy,
  by: By,
): Promise<void> {
  await writeAudit(tx, {
    ...by,
    accountId,
    action: 'whitelist.prove',
    object: `account/${accountId}`,
    detail: { domain, by: how },
  });
}

/**
 * Asks the administrator or owner of an account for the record of a domain whose senders may send for some days without
 * it.
 */
export async function mailRecord(
  queueMail: QueueMail,
  tx: Db,
  claim: { accountId: AccountId; domain: string; proofKey: string; until: Date },
): Promise<void> {
  const owner = await readDomainOwner(tx, claim.accountId);
  if (!owner) return;
  const { name: record, value } = recordOf(claim);
  const { number, ...mail } = owner;
  await queueMail(tx, {
    ...mail,
    template: 'domain-unproved',
    params: {
      name: formatFaxNumber(number) ?? '',
      domain: claim.domain,
      record,
      value,
      day: new Intl.DateTimeFormat(intlLocale(owner.language), { dateStyle: 'long' }).format(claim.until),
    },
    path: '/login',
  });
}
