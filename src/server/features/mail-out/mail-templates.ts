import type { Messages } from '#server/kit/messages.ts';

/** Every mail that the product writes (contract 9); each has `mail.<template>.subject` and `.text` in the locales. */
export const MAIL_TEMPLATES = [
  'reset-password',
  'verify-account',
  'password-changed',
  'new-fax',
  'fax-failed',
  'cancellation-request',
  'cancellation-ack',
  'subaccount-added',
] as const;

/** A name of the list. */
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** What the sentences of a template name; `title`, the brand's, is always there. */
export type MailParams = Readonly<Record<string, string | number>>;

/** A mail in words. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Names of faxes and companies come from strangers: longer ones are cut (A-MAILOUT-01). */
const MAX_PARAM = 200;

/** What mail programs show of a subject. */
const MAX_SUBJECT = 150;

// A name from a fax machine may hold anything; in a sentence it must not begin a line of its own.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

/** Writes a mail in a language: plain text as it stands in the locales, and the same as simple HTML. */
export function renderMail(
  messages: Messages,
  language: string,
  template: MailTemplate,
  params: MailParams,
  link: string,
): RenderedMail {
  const words = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, plain(value)]));
  const say = (key: string) => messages.say(language, key, { ...words, link });
  const subject = say(`mail.${template}.subject`).replaceAll(CONTROL, ' ').slice(0, MAX_SUBJECT);
  const text = `${say(`mail.${template}.text`)}\n\n${say('mail.footer')}\n`;
  return { subject, text, html: htmlOf(text, language, link) };
}

function plain(value: string | number): string | number {
  return typeof value === 'number' ? value : value.replaceAll(CONTROL, ' ').trim().slice(0, MAX_PARAM);
}

/** Paragraphs stay paragraphs, and our own link, where it stands alone, can be pressed; nothing else becomes markup. */
function htmlOf(text: string, language: string, link: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const safe = escapeHtml(paragraph).replaceAll('\n', '<br>');
      return link !== '' && paragraph === link ? `<p><a href="${safe}">${safe}</a></p>` : `<p>${safe}</p>`;
    });
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head>`,
    '<body style="font:15px/1.5 sans-serif;max-width:36em">',
    ...paragraphs,
    '</body></html>',
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
