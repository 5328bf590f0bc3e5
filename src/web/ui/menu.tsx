import './menu.css';
import { useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';
import { later } from './later.tsx';
import type { MenuChoice, MenuEntry, MenuListProps, MenuPlacement } from './menu-list.tsx';

export type { MenuChoice, MenuEntry };

const MenuList = later<MenuListProps>(async () => (await import('./menu-list.tsx')).MenuList);

/**
 * A button that opens a list of actions. `trigger` is the button's content; `look="plain"` leaves the styling to
 * `triggerClass`.
 */
export function Menu(props: {
  label: string;
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  look?: 'secondary' | 'quiet' | 'plain';
  size?: 'sm' | 'md';
  icon?: LucideIcon;
  /** Mirrors the icon in right-to-left text. */
  iconFlip?: boolean;
  triggerClass?: string;
  chevron?: boolean;
  disabled?: boolean;
  placement?: MenuPlacement;
  /** Called when the menu opens, for example to load data that only its entries need. */
  onOpen?: (() => void) | undefined;
}) {
  const { look = 'secondary', size = 'md', chevron = true, placement = 'bottom start' } = props;
  const [focus, setFocus] = useState<MenuListProps['focus'] | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const open = (at: MenuListProps['focus']) => {
    props.onOpen?.();
    setFocus(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  return (
    <>
      <button
        aria-expanded={focus !== null}
        aria-haspopup="menu"
        className={look === 'plain' ? (props.triggerClass ?? '') : `btn ${props.triggerClass ?? ''}`}
        data-size={size}
        data-variant={look}
        disabled={props.disabled === true}
        // A click by keyboard has no pointer position: then the first entry gets the focus, as people expect.
        onClick={(event) => open(event.detail === 0 ? 'first' : true)}
        onKeyDown={onKeyDown}
        ref={trigger}
        type="button"
        {...(typeof props.trigger === 'string' ? {} : { 'aria-label': props.label })}
      >
        {props.icon !== undefined && <Icon as={props.icon} flip={props.iconFlip === true} size="s" />}
        {props.trigger}
        {chevron && <Icon as={ChevronDown} size={look === 'plain' ? 's' : 'xs'} />}
      </button>
      {focus !== null && (
        <MenuList
          entries={props.entries}
          focus={focus}
          label={props.label}
          offset={look === 'plain' ? 12 : 4}
          onClose={() => setFocus(null)}
          placement={placement}
          trigger={trigger}
        />
      )}
    </>
  );
}
