import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ZoomIn } from 'lucide-react';
import { keptChoice } from '#web/kit/kept-choice.ts';
import { Icon } from '#web/ui/icon.tsx';

const seen = keptChoice('f2e.zoom.hint', (kept) => kept === 'true');
/** How long the hint is shown, in ms. */
const HINT_MS = 5000;

/** Explains how to zoom pages, once on each touch device; hidden after a few seconds or at the first touch. */
export function ZoomHint() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(() => !seen.get() && matchMedia('(pointer: coarse)').matches);
  useEffect(() => {
    if (!shown) return undefined;
    seen.set(true);
    const hide = () => setShown(false);
    const timer = setTimeout(hide, HINT_MS);
    addEventListener('touchstart', hide, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('touchstart', hide);
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <output className="zoom-hint no-print">
      <Icon as={ZoomIn} size="s" />
      {t('inbox.zoomHint')}
    </output>
  );
}
