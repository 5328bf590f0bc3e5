import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from './settings.ts';

/** Returns whether to ask before deleting; if the settings do not load, it asks. */
export async function wantsWarning(client: QueryClient): Promise<boolean> {
  try {
    return (await client.ensureQueryData(settingsQuery)).warnDelete === '1';
  } catch {
    // Unreadable settings are no reason to delete without asking; the kit logged the call.
    return true;
  }
}
