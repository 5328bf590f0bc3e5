import { createHash } from 'node:crypto';

import { directionOf } from '#contract/kit/language.ts';

import type { AppError } from './app-error.ts';
import type { Messages } from './messages.ts';
import { escapeHtml } from './page.ts';

/** The page's inline style sheet: on a host that is not served, no other file can be requested. */
const STYLE = `:root{color-scheme:light dark;font:16px/24px system-ui,sans-serif;color:light-dark(#2b3539,#c4cbce);background:light-dark(#f7f8f9,#101315)}
body{min-height:100dvh;margin:0;display:grid;place-items:center}
main{box-sizing:border-box;width:100%;max-width:560px;padding:32px 24px;overflow-wrap:anywhere}
h1{font-size:24px;line-height:32px;margin:0 0 8px;color:light-dark(#171d20,#eef1f2)}
p{margin:0 0 16px}
section{margin-top:24px;padding:16px 20px;border:1px solid light-dark(#d5dadd,#31393d);border-radius:8px;background:light-dark(#fff,#171b1e)}
h2{font-size:16px;line-height:24px;margin:0 0 8px;color:light-dark(#171d20,#eef1f2)}
code{display:block;margin:0 0 16px;padding:8px 12px;border-radius:6px;font:14px/20px ui-monospace,monospace;background:light-dark(#eef0f2,#22282b)}
section>:last-child{margin-bottom:0}`;

/** The policy of this page: nothing but its own style sheet is allowed. */
export const NOTICE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** A host name that is safe to show to a reader; anything else is not worth showing. */
const SHOWN_HOST = /^[a-z0-9.-]{1,253}$/i;

/**
 * Where each error's texts are under `notice` in the locale files: a title, what happened, and what an operator has to
 * do.
 */
const NOTICES: Readonly<Record<string, string>> = {
  HOST_UNKNOWN: 'host',
  HTTPS_REQUIRED: 'https',
  HTTPS_BEHIND_PROXY: 'proxy',
};

/** Whether an error has its own page for people who open an address. */
export function hasNotice(error: AppError): boolean {
  return Object.hasOwn(NOTICES, error.sentence);
}

/** Returns the page of such an error, in the reader's language: what happened, and what an operator has to do. */
export function noticePage(error: AppError, host: string, language: string, messages: Messages): string {
  const notice = NOTICES[error.sentence] ?? 'host';
  const shown = SHOWN_HOST.test(host) ? host.toLowerCase() : 'fax.example.com';
  const say = (name: string) =>
    escapeHtml(messages.say(language, `notice.${notice}.${name}`, { host: shown }));
  const commands = COMMANDS[error.sentence]?.(shown) ?? [];
  const steps = commands.map(
    ([name, command]) => `<p>${say(name)}</p><code dir="ltr">${escapeHtml(command)}</code>`,
  );
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${say('title')}</title><style>${STYLE}</style></head><body><main><span id="error-code" hidden>${error.code}</span><h1>${say('title')}</h1><p id="error-message">${say('text')}</p><section><h2>${say('operator')}</h2>${steps.join('')}</section></main></body></html>`;
}

/** Commands and settings for the operator, each with the name of the sentence that precedes it. */
const COMMANDS: Readonly<Record<string, (host: string) => (readonly [string, string])[]>> = {
  HOST_UNKNOWN: (host) => [
    ['brand', `npx f2e brand domain add HID ${host}`],
    ['origin', `F2E_PUBLIC_ORIGIN=https://${host}`],
  ],
  HTTPS_REQUIRED: (host) => [['origin', `F2E_PUBLIC_ORIGIN=https://${host}`]],
  HTTPS_BEHIND_PROXY: () => [['trust', 'F2E_TRUST_PROXY=127.0.0.1']],
};
