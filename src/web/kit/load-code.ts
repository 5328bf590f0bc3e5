import { growl } from '#web/ui/growl-store.ts';
import { i18n } from './i18n.ts';

/**
 * Loads the code of an action that somebody has requested. If it cannot be fetched, it says so and returns null; the
 * next attempt fetches it again.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    return await load();
  } catch {
    growl.error(i18n.t('app.unreachable'));
    return null;
  }
}
