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

/** One entry. `href` makes it a real link (new tab when `external`), otherwise `onAction` runs. */
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
  /** Makes it a heading with one of several to choose below it. */
  choice?: MenuChoice;
}

/** One of several; the chosen one is marked. */
export interface MenuChoice {
  value: string;
  options: readonly { value: string; label: string; icon: LucideIcon }[];
  onChange: (value: string) => void;
}

/** Where the menu stands beside its button. */
export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end';

/** What a menu shows while it is open; menu.tsx has the button. */
export interface MenuListProps {
  label: string;
  entries: readonly MenuEntry[];
  trigger: RefObject<HTMLButtonElement | null>;
  /** What has the focus at first: an end of the list, or the list as a whole. */
  focus: 'first' | 'last' | true;
  offset: number;
  placement: MenuPlacement;
  onClose: () => void;
}

/**
 * The open menu: arrows and letters move, Enter chooses, Escape and a click beside it close; the button gets the focus
 * back, and Tab goes on from it. The page behind is not made inert: that would compute the style of all of it anew, twice
 * for each menu. A sheet of glass keeps clicks away from it instead.
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

/** Lies over the page while a menu is open: a click beside the menu only closes it. Keys have Escape for that. */
function Glass(props: { onClick: () => void }) {
  return (
    <div
      aria-hidden="true"
      className="menu-glass"
      onClick={props.onClick}
      // The focus stays in the menu, from where it goes back to the button.
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
