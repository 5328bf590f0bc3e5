import type { SendMailOptions } from 'nodemailer';

import type { MailMessage } from './port.ts';

/**
 * The message for nodemailer: addresses as objects and the envelope spelled out, because it would read a list out of a
 * string; nothing is ever fetched from a path or an address (disableFileAccess, disableUrlAccess).
 */
export function mimeOf(message: MailMessage): SendMailOptions {
  const { from, to } = message;
  return {
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: '', address: to },
    subject: message.subject,
    text: message.text,
    ...(message.html === undefined ? {} : { html: message.html }),
    messageId: `<${message.messageId}>`,
    // No vacation notice may answer us (RFC 3834 5; the second header is for servers that know only it).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    attachments: message.attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
