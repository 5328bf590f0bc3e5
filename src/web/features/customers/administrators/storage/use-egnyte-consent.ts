import { useState } from 'react';
import { appUrl } from '#web/kit/page-config.ts';
import { useEgnyteWindow } from '#web/shared/faxes/egnyte-window.ts';
import { useRefreshStorage } from './refresh-storage.ts';

/** The consent that Egnyte asks for after a connection was saved. */
export interface EgnyteConsent {
  /**
   * Makes a change, within a press, whose answer is where Egnyte asks, or nothing where it need not. The change is done
   * before anybody agrees: what comes of the window is loaded when it is closed. Gives whether Egnyte asks.
   */
  during: (change: () => Promise<string | undefined>) => Promise<boolean>;
  /** Where Egnyte asks, while no window could be opened for it. */
  link: string | null;
}

/** Opens Egnyte's window for changes of connections. */
export function useEgnyteConsent(): EgnyteConsent {
  const refresh = useRefreshStorage();
  const openWindow = useEgnyteWindow(() => void refresh());
  const [link, setLink] = useState<string | null>(null);
  const during = async (change: () => Promise<string | undefined>) => {
    const opened = openWindow('');
    setLink(null);
    let url: string | undefined;
    try {
      url = await change();
    } finally {
      if (url === undefined) opened?.close();
    }
    if (url === undefined) return false;
    const address = url.startsWith('/api') ? appUrl(url) : url;
    if (opened === null || opened.closed) setLink(address);
    else opened.location.href = address;
    return true;
  };
  return { during, link };
}
