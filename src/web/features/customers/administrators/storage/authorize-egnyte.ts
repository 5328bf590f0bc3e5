import { appUrl } from '#web/kit/page-config.ts';

/** The size of Egnyte's window, and how often its state is checked (EGU-02, EGU-05). */
const POPUP = 'popup,width=400,height=575';
const CHECK_MS = 200;

/** Opens Egnyte's consent page and waits until its window is closed; the caller then reloads the connection. */
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
