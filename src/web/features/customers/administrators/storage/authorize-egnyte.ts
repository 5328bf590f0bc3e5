import { appUrl } from '#web/kit/page-config.ts';

/** Size of Egnyte's window and how often it is looked after (EGU-02, EGU-05). */
const POPUP = 'popup,width=400,height=575';
const CHECK_MS = 200;

/** Opens the page where Egnyte asks for consent, and waits until its window is closed; what came of it is loaded anew. */
export async function authorizeEgnyte(url: string): Promise<void> {
  const popup = window.open(url.startsWith('/api') ? appUrl(url) : url, '_blank', POPUP);
  if (popup === null) throw new Error('the browser let no window open');
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      resolve();
    }, CHECK_MS);
  });
}
