import type { BodyIn } from '#contract/kit/call.ts';
import { switchAccount } from '#contract/identity/people.ts';
import { callApi } from '#web/kit/call-api.ts';
import { appUrl } from '#web/kit/page-config.ts';
import { landingOf } from '#web/kit/screen.ts';
import { currentSession, openSession } from '#web/kit/session-store.ts';
import { growl } from '#web/ui/growl-store.ts';

/**
 * Switches to another account of the person, or to an administrator: at `path`, or at the same page. The page is
 * reloaded, so nothing of the previous account remains. If the switch fails, the page shows an error and stays.
 */
export async function goOnWith(
  to: BodyIn<typeof switchAccount>,
  words: { waiting: string; failed: string },
  path?: string,
): Promise<void> {
  growl.wait(words.waiting);
  try {
    const { data } = await callApi(switchAccount, { body: to });
    const before = currentSession().kind;
    openSession(data.node, data.kind);
    if (path !== undefined) location.assign(appUrl(path));
    else if (data.kind === before) location.reload();
    else location.assign(appUrl(landingOf(data.kind)));
  } catch {
    growl.error(words.failed);
  }
}
