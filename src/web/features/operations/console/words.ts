import { i18n, showLanguage } from '#web/kit/i18n.ts';
import english from '../../../../../locales/operator/en.json';

const FALLBACK = 'en';

/**
 * Adds the console's words to the page's: they are no part of the files that customers load. In a language that has
 * none, everything is in English, so that no page speaks two languages.
 */
export async function loadConsoleWords(): Promise<void> {
  // This part of the page may be here before the words of the page are.
  if (!i18n.isInitialized) await new Promise<void>((resolve) => i18n.on('initialized', () => resolve()));
  i18n.addResourceBundle(FALLBACK, 'translation', english, true, true);
  if (i18n.language !== FALLBACK) await showLanguage(FALLBACK);
}
