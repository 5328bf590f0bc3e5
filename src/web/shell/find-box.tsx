import '#web/ui/modal.css';
import './palette/palette.css';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { Search } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { focusFirst } from '#web/kit/focus-first.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The typed search text and its key handler. */
interface Finder {
  text: string;
  type: (text: string) => void;
  onKeyDown: KeyboardEventHandler<HTMLInputElement>;
}

/**
 * A dialog for finding something by typing (ARIA combobox pattern): `list` is the id of the listbox among the children,
 * `active` that of its active option. `onClose` returns the focus.
 */
export function FindBox(props: {
  title: string;
  prompt: string;
  list: string;
  active: string | undefined;
  finder: Finder;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, prompt, list, active, finder, className, onClose, children } = props;
  return (
    <ModalOverlay
      className="scrim pal-scrim"
      isDismissable
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={className === undefined ? 'pal' : `pal ${className}`} data-modal>
        <Dialog aria-label={title} className="pal-box">
          <div className="pal-q">
            <Icon as={Search} />
            <input
              aria-activedescendant={active}
              aria-autocomplete="list"
              aria-controls={list}
              aria-expanded="true"
              aria-label={prompt}
              autoComplete="off"
              enterKeyHint="go"
              onChange={(event) => finder.type(event.target.value)}
              onKeyDown={finder.onKeyDown}
              placeholder={prompt}
              ref={focusFirst}
              role="combobox"
              spellCheck={false}
              type="text"
              value={finder.text}
            />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
