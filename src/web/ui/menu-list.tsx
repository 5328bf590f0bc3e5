import './menu.css';
import type { RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Check } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { Icon } from './icon.tsx';

/** A menu entry. With `href` it is a real link (in a new tab if `external`), otherwise `onAction` runs. */
export interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon;
  endIcon?: LucideIcon;
  onAction?: () => void;
  href?: string;
  external?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Draws a line before this entry. */
  divided?: boolean;
  /** Makes it a heading with several options below it, one of which is selected. */
  choice?: MenuChoice;
}

/** Several options, with one selected. */
export interface MenuChoice {
  value: string;
  options: readonly { value: string; label: string; icon: LucideIcon }[];
  onChange: (value: string) => void;
}

/** The position of the menu relative to its button. */
export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

/** The props of an open menu; menu.tsx has the button. */
export interface MenuListProps {
  label: string;
  entries: readonly MenuEntry[];
  trigger: RefObject<HTMLButtonElement | null>;
  /** The initial focus: the first or last entry, or the list as a whole. */
  focus: 'first' | 'last' | true;
  offset: number;
  placement: MenuPlacement;
  onClose: () => void;
}

/**
 * The open menu: arrows and letters move, Enter chooses, Escape and a click outside close it; the button gets the focus
 * back, and Tab continues from there. The page behind is not made inert, because the browser would recompute all its
 * styles, twice for each menu. A transparent layer keeps clicks away from it instead.
 */
export function MenuList(props: MenuListProps) {
  const { label, entries, trigger, focus, offset, placement, onClose } = props;
  const list = { 'aria-label': label, autoFocus: focus, className: 'menu-list', onClose };
  return (
    <>
      {createPortal(<Glass onClick={onClose} />, document.body)}
      <Popover
        aria-label={label}
        className="menu"
        isNonModal
        isOpen
        offset={offset}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        placement={placement}
        triggerRef={trigger}
      >
        <AriaMenu {...list}>
          {entries.flatMap((entry) => [
            ...(entry.divided === true ? [<Separator className="menu-line" key={`${entry.id} line`} />] : []),
            entry.choice === undefined ? (
              <Entry entry={entry} key={entry.id} />
            ) : (
              <Choice choice={entry.choice} key={entry.id} label={entry.label} />
            ),
          ])}
        </AriaMenu>
      </Popover>
    </>
  );
}

/** A layer over the page while a menu is open: a click outside of the menu only closes it, like Escape. */
function Glass(props: { onClick: () => void }) {
  return (
    <div
      aria-hidden="true"
      className="menu-glass"
      onClick={props.onClick}
      // The focus stays in the menu, from where it returns to the button.
      onMouseDown={(event) => event.preventDefault()}
    />
  );
}

function Entry(props: { entry: MenuEntry }) {
  const { entry } = props;
  const external = entry.external === true ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <MenuItem
      className="menu-item"
      data-danger={entry.danger || undefined}
      id={entry.id}
      isDisabled={entry.disabled === true}
      textValue={entry.label}
      {...(entry.onAction === undefined ? {} : { onAction: entry.onAction })}
      {...(entry.href === undefined ? {} : { href: entry.href, ...external })}
    >
      {entry.icon !== undefined && <Icon as={entry.icon} />}
      <span className="grow">{entry.label}</span>
      {entry.endIcon !== undefined && <Icon as={entry.endIcon} size="s" />}
    </MenuItem>
  );
}

function Choice(props: { label: string; choice: MenuChoice }) {
  const { label, choice } = props;
  return (
    <MenuSection
      disallowEmptySelection
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        if (chosen !== undefined) choice.onChange(String(chosen));
      }}
      selectedKeys={[choice.value]}
      selectionMode="single"
    >
      <Header className="menu-head">{label}</Header>
      {choice.options.map(({ value, label: name, icon }) => (
        <MenuItem className="menu-item" id={value} key={value} textValue={name}>
          {({ isSelected }) => (
            <>
              <Icon as={icon} />
              <span className="grow">{name}</span>
              {isSelected && <Icon as={Check} size="s" />}
            </>
          )}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
