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

/** What a mail is made of when it leaves. */
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

/** Five days, as mail servers do (RFC 5321 4.5.4.1). */
export const GIVE_UP_HOURS = 120;

/** A link to a new password is dead after an hour: later the mail would only confuse. */
const GIVE_UP_SOONER: Partial<Record<MailTemplate, number>> = { 'reset-password': 1 };

/** Whether a mail has waited for so long that it no longer leaves. */
export function isTooOld({ template, hours }: Pick<QueuedMail, 'template' | 'hours'>): boolean {
  const sooner: Readonly<Record<string, number>> = GIVE_UP_SOONER;
  return hours >= (sooner[template] ?? GIVE_UP_HOURS);
}

/** Mail programs draw these; a vector picture stays an empty frame in most. */
const DRAWN = /\.(?:png|jpe?g|gif)(?:\?|$)/i;

/** The mail whose attached picture is seen without opening it. */
const SHOWS_ITS_FILE: MailTemplate = 'email-fax-queued';

const NOTHING: EnclosedFax = { files: [], picture: null, note: undefined };

/** The mail as it leaves, or the reason why it never can. */
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

/** Everything that goes along; null when a file that was queued with the mail is gone. */
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

/** A confirmation brings the first page of what will be sent: it stands in the mail. */
function inSight([picture, ...files]: readonly MailAttachment[]): EnclosedFax {
  return { files, picture: picture ? { ...picture, contentId: 'page1' } : null, note: undefined };
}

/** Where reports about it go, and what it is signed with. */
async function postmarkOf(
  { bounces, domains }: ComposeDeps,
  row: QueuedMail,
  sender: MailAddress,
): Promise<Pick<MailMessage, 'bounceTo' | 'optOut' | 'signing'>> {
  const domain = domainOf(sender);
  const bounceTo = parseAddress(`${bounces.localPartFor(row.id)}@${domain}`);
  const signing = await domains.signingOf(domain);
  // A copy goes to people who never asked for one; where reports come to, their refusal does (A-SEND-16).
  const optOut = row.template === 'fax-copy' ? bounceTo : undefined;
  return { ...(bounceTo && { bounceTo }), ...(optOut && { optOut }), ...(signing && { signing }) };
}

/** A brand with a domain of its own writes from there: only then do its mails and their signature agree (DMARC). */
function senderOf({ from }: ComposeDeps, { sendDomain }: MailBrand): MailAddress {
  return (sendDomain && parseAddress(`no-reply@${sendDomain}`)) || from;
}

function logoOf({ logo: shown }: MailBrand, base: string): string {
  // Every drawing that an operator brought is kept as dots, too.
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
