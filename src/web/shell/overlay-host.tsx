import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { KEYS, PALETTE_KEY, SINGLE_KEYS, useHotkeys } from '#web/kit/hotkeys.ts';
import type { MainData } from '#web/shared/mailbox/main-data.ts';
import { growl } from '#web/ui/growl-store.ts';
import { later } from '#web/ui/later.tsx';
import { useStore } from '#web/ui/store.ts';
import { openOverlay, overlay } from './overlay.ts';

const load = async () => await import('./overlays.ts');
const Palette = later(async () => (await load()).Palette);
const ShortcutsSheet = later(async () => (await load()).ShortcutsSheet);
const AccountSwitcher = later(async () => (await load()).AccountSwitcher);
const PARTS = { palette: Palette, shortcuts: ShortcutsSheet, accounts: AccountSwitcher };

/** The command palette, the list of shortcuts and the person's list of accounts, with the keys that open them. */
export function OverlayHost(props: { main: MainData | undefined }) {
  const shown = useStore(overlay);
  const { t } = useTranslation();
  const closing = useRef<{ focus: Element | null; run: (() => void) | undefined } | null>(null);
  const several = (props.main?.person?.accounts ?? 0) > 1;
  useHotkeys([
    ...(several ? [{ code: KEYS.accounts, run: () => openOverlay('accounts') }] : []),
    { ctrl: PALETTE_KEY, run: () => openOverlay('palette') },
    { key: SINGLE_KEYS.sheet, run: () => openOverlay('shortcuts') },
    { key: SINGLE_KEYS.search, run: focusSearch },
  ]);
  useEffect(() => {
    if (shown !== null) {
      PARTS[shown.kind].fetch().catch(() => {
        overlay.set(null);
        growl.error(t('palette.loadError'));
      });
      return;
    }
    // The page can receive the focus again only now. A confirmation that a command opens returns the focus to the
    // element that has it then.
    const { focus, run } = closing.current ?? {};
    closing.current = null;
    if (focus instanceof HTMLElement && focus.isConnected) focus.focus();
    run?.();
  }, [shown, t]);
  useEffect(() => () => overlay.set(null), []);
  if (shown === null) return null;
  const close = (run?: () => void) => {
    closing.current = { focus: shown.before, run };
    overlay.set(null);
  };
  return (
    <>
      {/* Keys must not act on the page, even while the overlay is still loading. */}
      <span data-modal hidden />
      {shown.kind === 'palette' && <Palette main={props.main} onClose={close} />}
      {shown.kind === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      {shown.kind === 'accounts' && <AccountSwitcher onClose={close} />}
    </>
  );
}

/** Focuses the search field of the page, or opens the palette if it has none. */
function focusSearch(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>('main search input:not(:disabled)')];
  const field = fields.find((one) => one.getClientRects().length > 0);
  if (field === undefined) openOverlay('palette');
  else field.select();
}
