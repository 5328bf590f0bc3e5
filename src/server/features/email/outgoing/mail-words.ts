import type { Database } from '#engine/database/port.ts';
import type { Messages } from '#server/kit/messages.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { NAME } from './fill-words.ts';
import type { QueueMail } from './mail-out.service.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';
import type { MailTemplate } from './mail-templates.ts';
import { deleteMailWords, findMailWords, hasBrand, listMailWords, putMailWords } from './mail-words.store.ts';
import type { MailWords, WordsOf } from './mail-words.store.ts';

export type { MailWords, WordsOf } from './mail-words.store.ts';

/** The result of a change; `reason` is a sentence for the operator. */
export type MailWordsChange = { kind: 'ok' } | { kind: 'refused'; reason: string };

/** The current words of a mail, and whether they are the brand's own. */
export interface ShownWords extends MailWords {
  own: boolean;
  /** The placeholders that may be used. */
  names: string[];
}

/** Maximum length of a subject that mail clients show, and of a mail that people still read. */
const MAX_SUBJECT = 150;
const MAX_TEXT = 5_000;

/** Text that looks like a placeholder but is not: i18next's own nesting, and braces of other forms. */
const STRAY = /\$t\(|\{\{(?!\w+\}\})/u;

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F]/u;

/** Returns the mail with this name. */
export function templateOf(name: string): MailTemplate | undefined {
  return MAIL_TEMPLATES.find((known) => known === name);
}

/** Lists all mails, with the brands and languages that have their own words for them. */
export async function listTemplates(database: Database): Promise<{ template: string; own: WordsOf[] }[]> {
  const all = await listMailWords(database.db);
  return MAIL_TEMPLATES.map((template) => ({
    template,
    own: all.filter((words) => words.template === template),
  }));
}

/** Returns the words of a brand's mail in a language. */
export async function showWords(database: Database, messages: Messages, of: WordsOf): Promise<ShownWords> {
  const own = await findMailWords(database.db, of);
  const { names, ...words } = productWords(messages, of);
  return { ...(own ?? words), own: own !== undefined, names };
}

/** Sets a brand's own words for a mail, or restores the product's with null. */
export async function setMailWords(
  database: Database,
  messages: Messages,
  of: WordsOf,
  words: MailWords | null,
): Promise<MailWordsChange> {
  const fault = words && faultOf(words, productWords(messages, of));
  if (fault) return { kind: 'refused', reason: fault };
  const done = await database.transaction(async (tx) => {
    if (!(await hasBrand(tx, of.brandId))) return false;
    if (words) await putMailWords(tx, of, words);
    else await deleteMailWords(tx, of);
    await writeAudit(tx, {
      actor: { kind: 'operator' },
      action: words ? 'mail-template.set' : 'mail-template.reset',
      object: `brand/${of.brandId}`,
      detail: { template: of.template, language: of.language },
    });
    return true;
  });
  return done ? { kind: 'ok' } : { kind: 'refused', reason: `There is no brand ${of.brandId}.` };
}

/** Sends a mail with made-up contents, to preview it in a mail client. Its link opens the start page. */
export async function tryMail(
  parts: { database: Database; messages: Messages; queueMail: QueueMail },
  { template, ...of }: WordsOf & { template: MailTemplate },
  to: string,
): Promise<MailWordsChange> {
  const { names } = productWords(parts.messages, { ...of, template });
  const params = Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? name]));
  const done = await parts.database.transaction(async (tx) => {
    if (!(await hasBrand(tx, of.brandId))) return false;
    await parts.queueMail(tx, { ...of, template, to, params, path: '/' });
    return true;
  });
  return done ? { kind: 'ok' } : { kind: 'refused', reason: `There is no brand ${of.brandId}.` };
}

/** Values for the placeholders of a preview; nobody has these numbers (NANP 555-01xx). */
const SAMPLES: Readonly<Record<string, string>> = {
  name: '212-555-0100',
  from: '310-555-0111',
  to: '310-555-0111',
  pages: '3',
  used: '240',
  limit: '300',
  address: 'dana@example.com',
  email: 'dana@example.com',
  company: 'Harbor Law',
};

function productWords(messages: Messages, { template, language }: WordsOf): MailWords & { names: string[] } {
  // The words as written, with their placeholders.
  const raw = (key: string): string => messages.raw(language, `mail.${template}.${key}`);
  const words = { subject: raw('subject'), text: raw('text') };
  return { ...words, names: namesIn(`${words.subject} ${words.text}`) };
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(NAME)].map(([, name = '']) => name))].filter(
    (name) => name !== 'title' && name !== 'link',
  );
}

/** Returns why these words cannot be used; null if they can. */
function faultOf({ subject, text }: MailWords, own: MailWords & { names: string[] }): string | null {
  if (subject.trim() === '' || subject.length > MAX_SUBJECT || /[\r\n]/u.test(subject))
    return `The subject must be one line of up to ${MAX_SUBJECT} characters.`;
  if (text.trim() === '' || text.length > MAX_TEXT)
    return `The text must be one to ${MAX_TEXT} characters long.`;
  if (CONTROL.test(subject + text)) return 'The words hold control characters.';
  if (STRAY.test(subject + text)) return 'Only names like {{pages}} are filled in.';
  const unknown = namesIn(`${subject} ${text}`).filter((name) => !own.names.includes(name));
  if (unknown.length > 0)
    return `Nothing fills ${unknown.map((name) => `{{${name}}}`).join(', ')} in this mail; there are ${['title', ...own.names].map((name) => `{{${name}}}`).join(', ')}.`;
  const alone = text.split(/\n{2,}/u).filter((paragraph) => paragraph === '{{link}}').length;
  const linked = (text.match(/\{\{link\}\}/gu)?.length ?? 0) + (subject.includes('{{link}}') ? 1 : 0);
  if (own.text.includes('{{link}}') && (alone !== 1 || linked !== 1))
    return 'The text must have {{link}} once, as a paragraph of its own.';
  return linked > 0 && !own.text.includes('{{link}}') ? 'This mail leads nowhere: leave {{link}} out.' : null;
}
