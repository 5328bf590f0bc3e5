import { directionOf } from '#contract/kit/language.ts';

/** A part of a mail between header and footer. */
export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'facts'; rows: readonly { label: string; value: string }[] }
  | { kind: 'button'; label: string; address: string }
  | { kind: 'picture'; contentId: string; words: string };

/** The brand's look in mails. */
export interface MailLook {
  title: string;
  /** #rgb or #rrggbb; any other value is ignored. */
  color: string;
  /** URL of a picture that mail clients can show; empty: the title as text. */
  logo: string;
  /** Where the brand's customers find help; empty for none. */
  help: string;
}

/** The content of a mail, ready to lay out. */
export interface MailPage {
  language: string;
  heading: string;
  preview: string;
  blocks: readonly MailBlock[];
  footer: string;
  /** The label of the link to help. */
  helpLabel: string;
  look: MailLook;
}

/** The only form of color allowed in a style. */
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/** The built-in brand's color (brands/default/brand.json), for brands without one. */
const DEFAULT_COLOR = '#0b6a88';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * The style sheet is only for dark mode and narrow screens; the rest uses tables and inline styles, which mail clients
 * render alike.
 */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#14181b!important}.card{background:#1f2528!important;border-left-color:#343c40!important;border-right-color:#343c40!important;border-bottom-color:#343c40!important}
.ink{color:#eef2f3!important}.soft{color:#a9b4b8!important}.line{border-color:#343c40!important}}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}`;

/** Writes the HTML of a mail. All input is treated as text: no markup gets through. */
export function layOut(page: MailPage): string {
  const { language, heading, preview, blocks, footer, look } = page;
  const color = COLOR.test(look.color) ? look.color : DEFAULT_COLOR;
  return [
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(heading)}</title><style>${DARK}</style></head>`,
    '<body class="page" style="margin:0;padding:0;background:#f3f5f6">',
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>`,
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f6">',
    '<tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0"',
    ` style="max-width:560px;background:#ffffff;border:1px solid #dde3e6;border-top:4px solid ${color};border-radius:8px">`,
    `<tr><td class="pad" style="padding:24px 32px 0">${brandMark(look)}</td></tr>`,
    `<tr><td class="pad" style="padding:16px 32px 4px">${headingOf(heading)}</td></tr>`,
    ...blocks.map(
      (block) => `<tr><td class="pad" style="padding:8px 32px">${blockOf(block, color, language)}</td></tr>`,
    ),
    '<tr><td style="padding:12px 0"></td></tr></table>',
    `<p class="soft" style="${FONT};font-size:12px;line-height:18px;color:#5d6a70;max-width:560px;margin:16px 12px 0">`,
    `${escapeHtml(footer)}${helpOf(page)}</p>`,
    '</td></tr></table></body></html>',
  ].join('\n');
}

function helpOf({ helpLabel, look }: MailPage): string {
  return look.help === ''
    ? ''
    : `<br><a class="soft" href="${escapeHtml(look.help)}" style="color:#5d6a70">${escapeHtml(helpLabel)}</a>`;
}

function brandMark({ title, logo }: MailLook): string {
  const words = escapeHtml(title);
  return logo === ''
    ? `<div class="ink" style="${FONT};font-size:15px;font-weight:600;color:#3a464b">${words}</div>`
    : `<img src="${escapeHtml(logo)}" alt="${words}" height="32" style="height:32px;max-width:240px;border:0">`;
}

function headingOf(heading: string): string {
  const style = `${FONT};font-size:21px;line-height:28px;font-weight:600;color:#172125;margin:0;overflow-wrap:anywhere`;
  return `<h1 class="ink" style="${style}">${wordsOf(heading)}</h1>`;
}

function blockOf(block: MailBlock, color: string, language: string): string {
  if (block.kind === 'facts') return factsOf(block.rows, language);
  if (block.kind === 'button') return buttonOf(block, color);
  if (block.kind === 'picture') return pictureOf(block);
  const style = `${FONT};font-size:15px;line-height:23px;color:#29353a;margin:0;overflow-wrap:anywhere`;
  return `<p class="ink" style="${style}">${linesOf(block.text)}</p>`;
}

function pictureOf({ contentId, words }: Extract<MailBlock, { kind: 'picture' }>): string {
  return (
    `<div class="line" style="border:1px solid #dde3e6;border-radius:4px;overflow:hidden;background:#ffffff">` +
    `<img src="cid:${escapeHtml(contentId)}" alt="${escapeHtml(words)}" width="494"` +
    ' style="display:block;width:100%;height:auto;border:0"></div>'
  );
}

function factsOf(rows: readonly { label: string; value: string }[], language: string): string {
  // Mail clients do not support padding-inline-end.
  const gap = directionOf(language) === 'rtl' ? 'padding-left' : 'padding-right';
  const cell = `${FONT};font-size:14px;line-height:20px;padding:7px 0;border-bottom:1px solid #e7ebed;vertical-align:top`;
  const lines = rows.map(
    ({ label, value }) =>
      `<tr><td class="soft line" style="${cell};color:#5d6a70;width:88px;${gap}:12px">${escapeHtml(label)}</td>` +
      `<td class="ink line" style="${cell};color:#172125;font-weight:600;overflow-wrap:anywhere">${wordsOf(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${lines.join('\n')}</table>`;
}

/** Returns a button with its URL as text below, for clients that show no buttons. */
function buttonOf({ label, address }: Extract<MailBlock, { kind: 'button' }>, color: string): string {
  const safe = escapeHtml(address);
  const button = `display:inline-block;${FONT};font-size:15px;line-height:20px;font-weight:600;padding:11px 22px`;
  return (
    `<a href="${safe}" style="${button};border-radius:6px;background:${color};color:${inkOn(color)};text-decoration:none">` +
    `${escapeHtml(label)}</a>` +
    `<div class="soft" style="${FONT};font-size:12px;line-height:18px;color:#5d6a70;padding-top:10px;overflow-wrap:anywhere">` +
    `${safe}</div>`
  );
}

/** Returns black or white, whichever is readable on the color (WCAG relative luminance). */
function inkOn(color: string): string {
  const hex = color.length === 4 ? color.slice(1).replaceAll(/./g, '$&$&') : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

function linesOf(text: string): string {
  return wordsOf(text).replaceAll('\n', '<br>');
}

/** Escapes a text. Fax numbers are kept on one line and left to right: mail clients break lines at their hyphens. */
function wordsOf(text: string): string {
  const whole = '<span dir="ltr" style="white-space:nowrap">$&</span>';
  return escapeHtml(text).replaceAll(/(?<![\d*-])[\d*]{3}-[\d*]{3}-\d{4}(?![\d-])/g, whole);
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
