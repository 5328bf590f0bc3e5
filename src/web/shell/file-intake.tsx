import './file-intake.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { Paperclip } from 'lucide-react';
import { filesOver, offerFiles } from '#web/shared/faxes/incoming-files.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useStore } from '#web/ui/store.ts';

/**
 * Accepts files that are dropped or pasted on any page and opens compose with them. Without it, the browser would open
 * a dropped file in place of the product. Compose highlights its own drop area instead of showing the hint.
 */
export function FileIntake() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const composing = useRouterState({
    select: ({ location }) => location.pathname.endsWith('/inbox/compose'),
  });
  const over = useStore(filesOver);
  useIntake(composing, (files, pasted) => {
    offerFiles({ files, pasted });
    if (!composing) void navigate({ to: '/inbox/compose' });
  });
  if (!over || composing) return null;
  return (
    <div className="intake">
      <p className="intake-hint">
        <Icon as={Paperclip} size="l" />
        {t('shell.dropFiles')}
      </p>
    </div>
  );
}

function useIntake(composing: boolean, take: (files: readonly File[], pasted: boolean) => void): void {
  const live = useRef({ composing, take });
  useEffect(() => {
    live.current = { composing, take };
  });
  useEffect(() => {
    const stop = new AbortController();
    // A dragged picture of this page is not a file from outside.
    let own = false;
    const on = <Type extends keyof WindowEventMap>(
      type: Type,
      run: (event: WindowEventMap[Type]) => void,
      capture = false,
    ) => addEventListener(type, run, { signal: stop.signal, capture });
    const isOurs = () => !isTaken(live.current.composing);
    on('dragstart', () => (own = true));
    on('dragend', () => (own = false));
    const hover = (event: DragEvent) => {
      if (own || !event.dataTransfer?.types.includes('Files')) return;
      const taken = event.defaultPrevented;
      event.preventDefault();
      filesOver.set((live.current.composing || !taken) && isOurs());
    };
    on('dragover', hover);
    // Fires instead of `dragover` when the element under the pointer has changed; unless canceled, the drop is refused.
    on('dragenter', hover);
    on('dragleave', (event) => {
      // Leaving the window has no related target.
      if (event.relatedTarget === null) filesOver.set(false);
    });
    on('drop', (event) => {
      filesOver.set(false);
      const within = own;
      own = false;
      if (within || event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const files = [...event.dataTransfer.files];
      if (files.length > 0 && isOurs()) live.current.take(files, false);
    });
    // In the capture phase, before the parts of the page: pasted files are handled the same way wherever the focus is.
    on(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || !isOurs() || isText(event)) return;
        event.preventDefault();
        live.current.take(files, true);
      },
      true,
    );
    return () => {
      stop.abort();
      filesOver.set(false);
    };
  }, []);
}

/** Returns whether files are not meant to be faxed: a dialog is open, or the page has its own drop area. */
function isTaken(composing: boolean): boolean {
  return document.querySelector(composing ? '[data-modal]' : '[data-modal], .drop') !== null;
}

/** Returns whether text is pasted into a text field; it stays text, although word processors add a picture of it. */
function isText({ target, clipboardData }: ClipboardEvent): boolean {
  const field = target instanceof Element ? target.closest('input, textarea, [contenteditable]') : null;
  return field !== null && clipboardData?.types.includes('text/plain') === true;
}
