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

/** The language whose catalog is complete; keys that are missing in other languages fall back to it. */
const FALLBACK = 'en';
const CHOICE_KEY = 'f2e.language';

/** The only translator of the page; components reach it through `useTranslation`, plain functions through `i18n.t`. */
export const i18n = createInstance();

type Catalogue = Record<string, unknown>;

/** One entry of languages.json (spec http-api 1.3). */
export interface Language {
  code: string;
  name: string;
}

/**
 * Returns the URLs of a file: first that of this page's version, which the browser may cache, then that of the current
 * version, because servers do not keep the files of replaced versions.
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
    // A missing catalog must not prevent the page: the fallback language, or the keys themselves, still show.
    return null;
  }
}

/** Fetches the texts of a language; those of this host's brand take precedence. */
async function fetchCatalogue(code: string): Promise<Catalogue | null> {
  const [catalogue, own] = await Promise.all([fetchJson<Catalogue>(`${code}.json`), fetchBrandWords(code)]);
  return catalogue === null ? null : putWords(catalogue, own);
}

/** Loads the languages that people can choose from. */
export async function loadLanguages(): Promise<Language[]> {
  return (await fetchJson<Language[]>('languages.json')) ?? [];
}

/**
 * Starts translation with the fallback catalog and that of the page's language: the language chosen in this browser
 * before, or else the one that the server wrote into the page (the brand's, or the browser's own). Nothing renders
 * before this is done.
 */
export async function startI18n(): Promise<void> {
  const chosen = localStorage.getItem(CHOICE_KEY) ?? document.documentElement.lang;
  const code = LANGUAGE_CODE.test(chosen) ? chosen : FALLBACK;
  // Calls can already request their texts in this language, before the catalogs are loaded.
  setCallLanguage(code);
  const codes = code === FALLBACK ? [FALLBACK] : [FALLBACK, code];
  const catalogues = await Promise.all(codes.map(fetchCatalogue));
  const resources = Object.fromEntries(codes.map((one, i) => [one, { translation: catalogues[i] ?? {} }]));
  await i18n.use(initReactI18next).init({
    lng: code,
    fallbackLng: FALLBACK,
    resources,
    // React escapes markup; here, inserted values keep their own text direction, and numbers are grouped.
    interpolation: { useRawValueToEscape: true, escape: put },
    returnNull: false,
  });
  announce(code);
}

/** Formats a value that is inserted into a sentence. */
function put(value: unknown): string {
  const text = typeof value === 'number' ? formatNumber(value, i18n.language) : String(value);
  return inSentence(text, i18n.language);
}

/** Switches the language at once and remembers it for the next visit of this browser. */
export async function changeLanguage(code: string): Promise<void> {
  if (code === i18n.language || (await showLanguage(code))) localStorage.setItem(CHOICE_KEY, code);
}

/** Switches the language for this visit only; returns false if there are no texts in it. */
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

/** Renders all texts on the screen again, because the date format has changed. */
export function sayAgain(): void {
  i18n.emit('languageChanged', i18n.language);
}

/**
 * Returns whether this browser has its own choice of language; if not, the brand's language applies
 * (spec http-api 1.2).
 */
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
    // Texts that only the server uses are left out: every extra key makes type-checking t() slower.
    resources: { translation: Omit<typeof english, 'cover' | 'errors' | 'mail'> & typeof consoleEnglish };
    returnNull: false;
  }
}
