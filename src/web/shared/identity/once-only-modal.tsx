import './once-only-modal.css';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Check, Copy } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { useOnceOnly } from './use-once-only.ts';

/**
 * A secret, shown this once. Neither Escape nor a click beside it closes it; who has not copied it is asked once.
 */
export function OnceOnlyModal(props: {
  title: string;
  lead: string;
  /** What it is, for those who do not see it. */
  name: string;
  secret: string;
  /** Cuts it into lines that are easier to compare. */
  parts?: readonly string[];
  /** What the button says that closes it. */
  done: string;
  /** Stands in the foot beside it. */
  guide?: ReactNode;
  /** Stands under the secret. */
  children?: ReactNode;
  size?: 'lg';
  onClose: () => void;
}) {
  const { title, lead, name, secret, parts = [secret], done, guide, children, size, onClose } = props;
  const { t } = useTranslation();
  const { text, taken, take, refused, copy, mayGo } = useCopy(secret);
  const leave = async () => {
    if (await mayGo()) onClose();
  };
  return (
    <Modal
      alert
      footer={
        <>
          {guide}
          <Button onClick={() => void leave()}>{done}</Button>
        </>
      }
      onClose={() => undefined}
      open
      {...(size && { size })}
      title={title}
    >
      <div className="once">
        <p>{lead}</p>
        <div className="once-secret">
          <code aria-label={name} onCopy={take} ref={text}>
            {parts.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </code>
          <Button icon={taken ? Check : Copy} onClick={() => void copy()} ref={focusNow} variant="primary">
            {t(taken ? 'once.copied' : 'once.copy')}
          </Button>
        </div>
        <output className={refused ? 'meta' : 'sr'}>
          {taken && t('once.copied')}
          {refused && t('once.copyRefused')}
        </output>
        {children}
      </div>
    </Modal>
  );
}

/** Copying is what to do first. */
function focusNow(button: HTMLElement | null): void {
  button?.focus();
}

function useCopy(secret: string) {
  const text = useRef<HTMLElement>(null);
  const once = useOnceOnly();
  const [refused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      once.take();
    } catch {
      // No permission, or a page without https: it can be copied by hand.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setRefused(true);
    }
  };
  return { ...once, text, copy, refused: refused && !once.taken };
}
