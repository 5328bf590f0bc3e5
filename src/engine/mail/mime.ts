import type { SendMailOptions } from 'nodemailer';

import type { MailAttachment, MailMessage } from './port.ts';

/**
 * Converts the message for nodemailer. Addresses are objects and the envelope is explicit, because nodemailer would
 * parse a string as a list; nothing is ever fetched from a path or a URL (disableFileAccess, disableUrlAccess).
 */
export function mimeOf(message: MailMessage): SendMailOptions {
  const { from, to, answers, signing, optOut } = message;
  return {
    envelope: { from: returnPathOf(message), to: [to] },
    from,
    to: { name: '', address: to },
    subject: message.subject,
    text: message.text,
    ...(message.html === undefined ? {} : { html: message.html }),
    messageId: `<${message.messageId}>`,
    // Suppresses vacation notices (RFC 3834 5; the second header is for servers that support only it).
    headers: {
      'Auto-Submitted': answers === undefined ? 'auto-generated' : 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      ...(optOut && { 'List-Unsubscribe': `<mailto:${optOut}?subject=unsubscribe>` }),
    },
    ...(answers !== undefined && { inReplyTo: answers, references: answers }),
    ...(signing && {
      dkim: {
        domainName: signing.domain,
        keySelector: signing.selector,
        privateKey: signing.privateKey,
      },
    }),
    attachments: message.attachments.map(partOf),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/**
 * Returns the envelope sender, which receives bounces; empty for automatic replies, so that two machines never write to
 * each other in a loop.
 */
export function returnPathOf({ from, bounceTo, answers }: MailMessage): string {
  return answers === undefined ? (bounceTo ?? from.address) : '';
}

function partOf({ name, type, bytes, contentId }: MailAttachment) {
  const part = { filename: name, contentType: type, content: Buffer.from(bytes) };
  return contentId === undefined ? part : { ...part, cid: contentId, contentDisposition: 'inline' as const };
}
