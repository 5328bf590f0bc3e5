import './send-split.css';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChevronDown } from 'lucide-react';
import { KEYS, keyCaps, useHotkeys } from '#web/kit/hotkeys.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { Icon } from '#web/ui/icon.tsx';
import { later } from '#web/ui/later.tsx';
import { SendButton } from './send-bar.tsx';
import type { SendLaterProps } from './send-later-panel.tsx';

const SendLaterPanel = later<SendLaterProps>(
  async () => (await import('./send-later-panel.tsx')).SendLaterPanel,
);

/** The Send button, with a button for sending later beside it. */
export function SendSplit(props: {
  sending: boolean;
  /** Whether the fax must not change, because an earlier send was not confirmed. */
  locked: boolean;
  /** Whether another device has the draft, so that nothing is sent from here. */
  lost: boolean;
  short?: boolean;
  numbers: readonly string[];
  onSend: () => void;
  onSchedule: (later: LaterTime) => void;
}) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const show = () => {
    // The typed text of a number becomes a recipient when its field loses focus.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    setOpen(true);
  };
  useHotkeys([{ code: KEYS.later, run: () => !props.locked && show() }]);
  return (
    <span className="send-split">
      <SendButton
        disabled={props.lost}
        onSend={props.onSend}
        sending={props.sending}
        short={props.short ?? false}
      />
      <button
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={t('later.open')}
        className="btn"
        data-size="md"
        data-variant="primary"
        disabled={props.locked}
        onClick={show}
        ref={trigger}
        title={`${t('later.open')} (${keyCaps(KEYS.later).join('+')})`}
        type="button"
      >
        <Icon as={ChevronDown} size="s" />
      </button>
      {open && (
        <SendLaterPanel
          numbers={props.numbers}
          onClose={() => setOpen(false)}
          onSchedule={props.onSchedule}
          open={open}
          trigger={trigger}
        />
      )}
    </span>
  );
}
