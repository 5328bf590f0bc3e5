import { i18n, showLanguage } from '#web/kit/i18n.ts';
import english from '../../../../../locales/operator/en.json';

const FALLBACK = 'en';

/**
 * Adds the console's texts to those of the page: they are not in the files that customers load. If a language has none,
 * everything is in English, so that no page mixes two languages.
 */
export async function loadConsoleWords(): Promise<void> {
  // This part of the page may load before the texts of the page.
  if (!i18n.isInitialized) await new Promise<void>((resolve) => i18n.on('initialized', () => resolve()));
  i18n.addResourceBundle(FALLBACK, 'translation', english, true, true);
  if (i18n.language !== FALLBACK) await showLanguage(FALLBACK);
}
