import './mobile-header.css';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu as MenuIcon } from 'lucide-react';
import { barSlots } from '#web/kit/mobile-bar.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** The phone's top bar: the menu, and slots for the page's title and its own icon actions. */
export function TopBar(props: {
  open: boolean;
  onOpen: () => void;
  /** The side menu, which the menu button opens. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <header className="topbar">
      <span className="topbar-start" ref={useSlot('start')} />
      <IconButton
        className="topbar-menu"
        expanded={props.open}
        icon={MenuIcon}
        label={t('shell.menu')}
        onPress={props.onOpen}
        size="touch"
      />
      <span className="topbar-title grow" ref={useSlot('title')} />
      <span className="topbar-actions" ref={useSlot('actions')} />
      {props.children}
    </header>
  );
}

/** Offers an element to pages as a slot while it is mounted. */
export function useSlot(
  name: 'start' | 'title' | 'actions' | 'bottom',
): (element: HTMLElement | null) => void {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    barSlots.set({ ...barSlots.get(), [name]: element });
    return () => barSlots.set({ ...barSlots.get(), [name]: null });
  }, [element, name]);
  return setElement;
}
