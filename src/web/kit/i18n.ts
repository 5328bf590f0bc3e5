import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { inSentence } from '#contract/kit/in-sentence.ts';
import { LANGUAGE_CODE, directionOf } from '#contract/kit/language.ts';
import { fetchBrandWords, putWords } from './brand-words.ts';
import { setCallLanguage } from './call-api.ts';
import { formatNumber } from './format-number.ts';
import { appUrl, localeFiles } from './page-config.ts';
import type english from '../../../locales/en.json';
import type consoleEnglish from '../../../locales/operator/en.json';

/** The language whose catalogue is complete; missing keys of others fall back to it. */
const FALLBACK = 'en';
const CHOICE_KEY = 'f2e.language';

/** The one translator of the page; components reach it through `useTranslation`, plain functions through `i18n.t`. */
export const i18n = createInstance();

type Catalogue = Record<string, unknown>;

/** One entry of languages.json (spec http-api 1.3). */
export interface Language {
  code: string;
  name: string;
}

/**
 * The addresses of a file: that of the words of this page's version, which the browser may keep, then that of whatever
 * words there are: no machine has those of a version that was replaced.
 */
function addressesOf(file: string): string[] {
  const known = localeFiles.find((one) => one.startsWith(`${file}?`));
  return [...(known === undefined ? [] : [known]), `${file}?time=${Date.now()}`];
}

async function fetchJson<T>(file: string): Promise<T | null> {
  try {
    for (const address of addressesOf(file)) {
      const response = await fetch(appUrl(`/locales/${address}`), {
        headers: { Accept: 'application/json' },
      });
      if (response.ok) return (await response.json()) as T;
    }
    return null;
  } catch {
    // No catalogue is no reason for no page: the fallback language, or the keys themselves, still show.
    return null;
  }
}

/** The words of a language, those of this host's brand first. */
async function fetchCatalogue(code: string): Promise<Catalogue | null> {
  const [catalogue, own] = await Promise.all([fetchJson<Catalogue>(`${code}.json`), fetchBrandWords(code)]);
  return catalogue === null ? null : putWords(catalogue, own);
}

/** The languages people may choose from. */
export async function loadLanguages(): Promise<Language[]> {
  return (await fetchJson<Language[]>('languages.json')) ?? [];
}

/**
 * Starts translation with the fallback catalogue and that of the page's language: the one chosen in this browser before,
 * else the one that the server wrote into the page (the brand's, or the browser's own). Nothing is drawn before.
 */
export async function startI18n(): Promise<void> {
  const chosen = localStorage.getItem(CHOICE_KEY) ?? document.documentElement.lang;
  const code = LANGUAGE_CODE.test(chosen) ? chosen : FALLBACK;
  // Calls need not wait for the words to ask for theirs.
  setCallLanguage(code);
  const codes = code === FALLBACK ? [FALLBACK] : [FALLBACK, code];
  const catalogues = await Promise.all(codes.map(fetchCatalogue));
  const resources = Object.fromEntries(codes.map((one, i) => [one, { translation: catalogues[i] ?? {} }]));
  await i18n.use(initReactI18next).init({
    lng: code,
    fallbackLng: FALLBACK,
    resources,
    // React escapes markup; here what is put into a sentence keeps its own direction, and numbers are grouped.
    interpolation: { useRawValueToEscape: true, escape: put },
    returnNull: false,
  });
  announce(code);
}

/** What is put into a sentence. */
function put(value: unknown): string {
  const text = typeof value === 'number' ? formatNumber(value, i18n.language) : String(value);
  return inSentence(text, i18n.language);
}

/** Shows another language at once and remembers it for the next visit of this browser. */
export async function changeLanguage(code: string): Promise<void> {
  if (code === i18n.language || (await showLanguage(code))) localStorage.setItem(CHOICE_KEY, code);
}

/** Shows another language for this visit only; false where there are no texts in it. */
export async function showLanguage(code: string): Promise<boolean> {
  if (!LANGUAGE_CODE.test(code)) return false;
  if (!i18n.hasResourceBundle(code, 'translation')) {
    const catalogue = await fetchCatalogue(code);
    if (catalogue === null) return false;
    i18n.addResourceBundle(code, 'translation', catalogue);
  }
  await i18n.changeLanguage(code);
  announce(code);
  return true;
}

/** Has everything that is on the screen written once more, because dates are written otherwise. */
export function sayAgain(): void {
  i18n.emit('languageChanged', i18n.language);
}

/** Whether this browser has a choice of its own; if not, the brand's language applies (spec http-api 1.2). */
export function hasOwnLanguage(): boolean {
  return localStorage.getItem(CHOICE_KEY) !== null;
}

function announce(code: string): void {
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
  setCallLanguage(code);
}

declare module 'i18next' {
  interface CustomTypeOptions {
    // Words that only the server says are left out: every key more makes each t() dearer to check.
    resources: { translation: Omit<typeof english, 'cover' | 'errors' | 'mail'> & typeof consoleEnglish };
    returnNull: false;
  }
}
