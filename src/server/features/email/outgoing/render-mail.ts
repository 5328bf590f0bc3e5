import { isolated } from '#contract/kit/language.ts';
import type { Messages } from '#server/kit/messages.ts';

import { cutText } from '#server/kit/storable-text.ts';

import { layOut } from './mail-layout.ts';
import type { MailBlock, MailLook } from './mail-layout.ts';
import { MAIL_FACTS } from './mail-templates.ts';
import type { MailFact, MailParams, MailTemplate } from './mail-templates.ts';
import { fillWords } from './fill-words.ts';
import type { MailWords } from './mail-words.store.ts';

/** A rendered mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The content and the look of a mail. */
export interface MailToRender {
  language: string;
  template: MailTemplate;
  params: MailParams;
  /** Target of its button; empty for none. */
  link: string;
  look: Omit<MailLook, 'title'> & { title: string };
  /** Key of a sentence about the document, under `mail.note`. */
  note?: string | undefined;
  /** Content id of the first page's picture. */
  picture?: string | undefined;
  /** The brand's own words in place of the product's. */
  own?: MailWords | undefined;
}

/** Names of faxes and companies come from strangers: longer ones are cut (A-MAILOUT-01). */
const MAX_PARAM = 200;

/** Maximum length of a subject that mail clients show. */
const MAX_SUBJECT = 150;

// A name from a fax machine may contain anything; in a sentence it must not begin a new line.
// oxlint-disable-next-line no-control-regex -- control characters are what is replaced
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g;

type Say = (key: string, more?: Record<string, string | number>) => string;

/** Renders a mail in a language: plain text, and the same paragraphs as HTML in the brand's look. */
export function renderMail(messages: Messages, mail: MailToRender): RenderedMail {
  const { language, template, link, look } = mail;
  const words = wordsOf(messages, mail);
  const say: Say = (key, more) => messages.say(language, key, { ...words, ...more });
  const { own } = mail;
  const said = own ? fillWords(own.subject, words, language) : say(`mail.${template}.subject`);
  const subject = cutText(said.replaceAll(CONTROL, ' '), MAX_SUBJECT);
  const text = own ? fillWords(own.text, words, language) : say(`mail.${template}.text`);
  const blocks = blocksOf(messages, mail, { words, text }, say);
  const [footer, helpLabel] = [say('mail.footer'), say('mail.help')];
  const help = look.help === '' ? '' : `${helpLabel}: ${look.help}\n`;
  return {
    subject,
    text: `${blocks.map(plainBlock).filter(Boolean).join('\n\n')}\n\n${footer}\n${help}`,
    html: layOut({
      language,
      heading: subject,
      blocks,
      footer,
      helpLabel,
      look,
      preview: previewOf(blocks, link),
    }),
  };
}

/** Returns the params as single lines of text. */
function wordsOf(
  messages: Messages,
  { language, params, look, link }: MailToRender,
): Record<string, string | number> {
  const words: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    const said = typeof value === 'object' ? messages.say(language, value.say) : value;
    words[name] = typeof said === 'number' ? said : oneLine(said);
  }
  return { ...words, title: oneLine(look.title), link };
}

function oneLine(value: string): string {
  return cutText(value.replaceAll(CONTROL, ' ').trim(), MAX_PARAM);
}

/**
 * Returns the paragraphs of the locales; a paragraph that consists of the link becomes the button. Facts and note
 * follow the first paragraph, the picture follows the button.
 */
function blocksOf(
  messages: Messages,
  { language, template, link, note, picture }: MailToRender,
  { words, text: whole }: { words: Record<string, string | number>; text: string },
  say: Say,
): MailBlock[] {
  const own = messages.say(language, `mail.button.${template}`);
  const label = own.startsWith('mail.') ? say('mail.button.open') : own;
  const [first, ...rest] = whole
    .split(/\n{2,}/)
    .map((text): MailBlock =>
      text === link ? { kind: 'button', label, address: link } : { kind: 'text', text },
    );
  const rows = (MAIL_FACTS[template] ?? [])
    .filter((fact) => words[fact] !== undefined && words[fact] !== '')
    .map((fact: MailFact) => ({
      label: say(`mail.fact.${fact}`),
      value: isolated(String(words[fact]), language),
    }));
  const page: MailBlock[] =
    picture === undefined ? [] : [{ kind: 'picture', contentId: picture, words: say('mail.firstPage') }];
  return [
    ...(first ? [first] : []),
    ...(rows.length > 0 ? [{ kind: 'facts' as const, rows }] : []),
    ...(note === undefined ? [] : [{ kind: 'text' as const, text: say(`mail.note.${note}`) }]),
    // A mail without a URL, as for an account without its own page, has no button.
    ...rest
      .filter((block) => block.kind !== 'button' || block.address !== '')
      .flatMap((block) => (block.kind === 'button' ? [block, ...page] : [block])),
  ];
}

function plainBlock(block: MailBlock): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'button') return block.address;
  if (block.kind === 'facts') return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
  return '';
}

/** Returns the text that mail lists show beside the subject. */
function previewOf(blocks: readonly MailBlock[], link: string): string {
  return blocks
    .filter((block) => block.kind === 'text')
    .map(({ text }) => text)
    .filter((text) => text !== link)
    .slice(0, 2)
    .join(' ');
}
