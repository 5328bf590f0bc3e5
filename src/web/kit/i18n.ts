import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { setCallLanguage } from './call-api.ts';
import { appUrl } from './page-config.ts';
import type english from '../../../locales/en.json';

/** The language whose catalogue is complete; missing keys of others fall back to it. */
const FALLBACK = 'en';
const CHOICE_KEY = 'f2e.language';
const CODE = /^[a-z]{2}(-[A-Z]{2})?$/;
/** Languages written from right to left; their pages mirror. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur']);

/** The one translator of the page; components reach it through `useTranslation`, plain functions through `i18n.t`. */
export const i18n = createInstance();

type Catalogue = Record<string, unknown>;

/** One entry of languages.json (contract 1.3). */
export interface Language {
  code: string;
  name: string;
}

async function fetchJson<T>(path: string): Promise<T | null> {
  try {
    const response = await fetch(`${appUrl(path)}?time=${Date.now()}`, {
      headers: { Accept: 'application/json' },
    });
    return response.ok ? ((await response.json()) as T) : null;
  } catch {
    // No catalogue is no reason for no page: the fallback language, or the keys themselves, still show.
    return null;
  }
}

/** The languages people may choose from. */
export async function loadLanguages(): Promise<Language[]> {
  return (await fetchJson<Language[]>('/locales/languages.json')) ?? [];
}

/** Starts translation with the fallback catalogue and, when another language was chosen before, that one too. */
export async function startI18n(): Promise<void> {
  const chosen = localStorage.getItem(CHOICE_KEY) ?? document.documentElement.lang;
  const code = CODE.test(chosen) ? chosen : FALLBACK;
  const codes = code === FALLBACK ? [FALLBACK] : [FALLBACK, code];
  const catalogues = await Promise.all(codes.map((one) => fetchJson<Catalogue>(`/locales/${one}.json`)));
  const resources = Object.fromEntries(codes.map((one, i) => [one, { translation: catalogues[i] ?? {} }]));
  await i18n.use(initReactI18next).init({
    lng: code,
    fallbackLng: FALLBACK,
    resources,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  announce(code);
}

/** Shows another language at once and remembers it for the next visit of this browser. */
export async function changeLanguage(code: string): Promise<void> {
  if (!CODE.test(code)) return;
  if (!i18n.hasResourceBundle(code, 'translation')) {
    const catalogue = await fetchJson<Catalogue>(`/locales/${code}.json`);
    if (catalogue === null) return;
    i18n.addResourceBundle(code, 'translation', catalogue);
  }
  localStorage.setItem(CHOICE_KEY, code);
  await i18n.changeLanguage(code);
  announce(code);
}

/** Whether this browser has a choice of its own; if not, the brand's language applies (contract 1.2). */
export function hasOwnLanguage(): boolean {
  return localStorage.getItem(CHOICE_KEY) !== null;
}

function announce(code: string): void {
  document.documentElement.lang = code;
  document.documentElement.dir = RIGHT_TO_LEFT.has(code.slice(0, 2)) ? 'rtl' : 'ltr';
  setCallLanguage(code);
}

declare module 'i18next' {
  interface CustomTypeOptions {
    // Words that only the server says are left out: every key more makes each t() dearer to check.
    resources: { translation: Omit<typeof english, 'cover' | 'errors' | 'mail'> };
    returnNull: false;
  }
}
