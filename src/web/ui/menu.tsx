import './menu.css';
import type { ReactNode } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
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

/** A button that opens a list of actions. `trigger` is the button's content; `look="plain"` leaves its look to `triggerClass`. */
export function Menu(props: {
  label: string;
  trigger: ReactNode;
  entries: readonly MenuEntry[];
  look?: 'secondary' | 'quiet' | 'plain';
  size?: 'sm' | 'md';
  icon?: LucideIcon;
  triggerClass?: string;
  chevron?: boolean;
  disabled?: boolean;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}) {
  const { look = 'secondary', size = 'md', chevron = true, placement = 'bottom start' } = props;
  return (
    <MenuTrigger>
      <AriaButton
        className={look === 'plain' ? (props.triggerClass ?? '') : `btn ${props.triggerClass ?? ''}`}
        data-size={size}
        data-variant={look}
        isDisabled={props.disabled === true}
        {...(typeof props.trigger === 'string' ? {} : { 'aria-label': props.label })}
      >
        {props.icon !== undefined && <Icon as={props.icon} size="s" />}
        {props.trigger}
        {chevron && <Icon as={ChevronDown} size={look === 'plain' ? 's' : 'xs'} />}
      </AriaButton>
      <Popover className="menu" offset={look === 'plain' ? 12 : 4} placement={placement}>
        <AriaMenu aria-label={props.label} className="menu-list">
          {props.entries.flatMap((entry) => [
            ...(entry.divided === true ? [<Separator className="menu-line" key={`${entry.id} line`} />] : []),
            entry.choice === undefined ? (
              <Entry entry={entry} key={entry.id} />
            ) : (
              <Choice choice={entry.choice} key={entry.id} label={entry.label} />
            ),
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
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
