import type { Db } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { domainOf, parseAddress } from '#engine/mail/port.ts';
import type { MailAddress, MailAttachment, MailMessage } from '#engine/mail/port.ts';
import { brandOrigin } from '#server/kit/brand-origin.ts';
import type { Messages } from '#server/kit/messages.ts';

import type { MailBounces } from './bounces/mail-bounces.service.ts';
import type { MailDomains } from './domains/mail-domains.service.ts';
import type { EncloseFax, EnclosedFax } from './enclosed-fax.ts';
import { findMailBrand } from './mail-out.store.ts';
import type { MailBrand, QueuedMail } from './mail-out.store.ts';
import { openPayload } from './mail-payload.ts';
import { findMailWords } from './mail-words.store.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';
import type { MailTemplate } from './mail-templates.ts';
import { renderMail } from './render-mail.ts';

/** Dependencies of composing a mail when it leaves. */
export interface ComposeDeps {
  db: Db;
  files: Pick<FileStore, 'get'>;
  messages: Messages;
  encloseFax: EncloseFax;
  bounces: Pick<MailBounces, 'localPartFor'>;
  domains: Pick<MailDomains, 'signingOf'>;
  payloadKey: Buffer;
  from: MailAddress;
  publicOrigin: string;
  publicPath: string;
}

/** Five days, as is usual for mail servers (RFC 5321 4.5.4.1). */
export const GIVE_UP_HOURS = 120;

/** The link to a new password expires after an hour: a later mail would only confuse. */
const GIVE_UP_SOONER: Partial<Record<MailTemplate, number>> = { 'reset-password': 1 };

/** Whether a mail has waited so long that it is no longer sent. */
export function isTooOld({ template, hours }: Pick<QueuedMail, 'template' | 'hours'>): boolean {
  const sooner: Readonly<Record<string, number>> = GIVE_UP_SOONER;
  return hours >= (sooner[template] ?? GIVE_UP_HOURS);
}

/** Picture formats that mail clients show; most show a vector picture as an empty frame. */
const DRAWN = /\.(?:png|jpe?g|gif)(?:\?|$)/i;

/** The mail that shows its attached picture inline. */
const SHOWS_ITS_FILE: MailTemplate = 'email-fax-queued';

const NOTHING: EnclosedFax = { files: [], picture: null, note: undefined };

/** Returns the mail as it leaves, or the reason why it can never be sent. */
export async function composeMail(deps: ComposeDeps, row: QueuedMail): Promise<MailMessage | string> {
  const template = MAIL_TEMPLATES.find((known) => known === row.template);
  const to = parseAddress(row.to);
  const about = openPayload(deps.payloadKey, row.messageId, row.payload);
  if (!template) return 'template unknown';
  if (isTooOld(row)) return 'too old';
  if (!to) return 'not one address';
  if (!about) return 'sealed with another key';
  const fax = await faxOf(deps, row, template);
  if (!fax) return 'a file is gone';
  const brand = await findMailBrand(deps.db, row.brandId);
  const base = `${brandOrigin(brand, deps.publicOrigin)}${deps.publicPath}`;
  const sender = senderOf(deps, brand);
  const words = renderMail(deps.messages, {
    language: row.language,
    template,
    params: about.params,
    link: about.path && `${base}${about.path}`,
    look: { title: brand.title, color: brand.color, logo: logoOf(brand, base), help: brand.help },
    note: fax.note,
    picture: fax.picture?.contentId,
    own: await findMailWords(deps.db, { brandId: row.brandId, template, language: row.language }),
  });
  return {
    ...words,
    ...(await postmarkOf(deps, row, sender)),
    ...(about.answers !== undefined && { answers: about.answers }),
    template,
    from: { name: brand.title, address: sender },
    to,
    attachments: [...(fax.picture ? [fax.picture] : []), ...fax.files],
    messageId: row.messageId,
  };
}

/** Returns everything that is enclosed; null if a file that was queued with the mail is gone. */
async function faxOf(
  deps: ComposeDeps,
  row: QueuedMail,
  template: MailTemplate,
): Promise<EnclosedFax | null> {
  const queued = await attachmentsOf(deps.files, row);
  if (!queued) return null;
  if (template === SHOWS_ITS_FILE) return inSight(queued);
  const { accountId, faxId, bare } = row;
  if (accountId === null || faxId === null) return { ...NOTHING, files: queued };
  const fax = await deps.encloseFax({ accountId, faxId, bare, template });
  return { ...fax, files: [...queued, ...fax.files] };
}

/** Encloses the first page of the fax to confirm as an inline picture. */
function inSight([picture, ...files]: readonly MailAttachment[]): EnclosedFax {
  return { files, picture: picture ? { ...picture, contentId: 'page1' } : null, note: undefined };
}

/** Returns where reports about the mail go, and how it is signed. */
async function postmarkOf(
  { bounces, domains }: ComposeDeps,
  row: QueuedMail,
  sender: MailAddress,
): Promise<Pick<MailMessage, 'bounceTo' | 'optOut' | 'signing'>> {
  const domain = domainOf(sender);
  const bounceTo = parseAddress(`${bounces.localPartFor(row.id)}@${domain}`);
  const signing = await domains.signingOf(domain);
  // A copy goes to people who never asked for one; they can refuse further copies at the address for reports
  // (A-SEND-16).
  const optOut = row.template === 'fax-copy' ? bounceTo : undefined;
  return { ...(bounceTo && { bounceTo }), ...(optOut && { optOut }), ...(signing && { signing }) };
}

/**
 * Returns the sender. A brand with its own sending domain sends from there: only then do its mails and their signature
 * align (DMARC).
 */
function senderOf({ from }: ComposeDeps, { sendDomain }: MailBrand): MailAddress {
  return (sendDomain && parseAddress(`no-reply@${sendDomain}`)) || from;
}

function logoOf({ logo: shown }: MailBrand, base: string): string {
  // Every drawing that an operator provided is also stored as a bitmap.
  const logo = shown.startsWith('/brand/') ? shown.replace('.svg?', '.png?') : shown;
  if (!DRAWN.test(logo)) return '';
  return logo.startsWith('/') ? `${base}${logo}` : logo;
}

async function attachmentsOf(
  files: Pick<FileStore, 'get'>,
  { attachments }: QueuedMail,
): Promise<MailAttachment[] | null> {
  const found: MailAttachment[] = [];
  for (const { name, type, key } of attachments) {
    const bytes = await files.get(key);
    if (!bytes) return null;
    found.push({ name, type, bytes });
  }
  return found;
}
