import './bar-actions.css';
import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';

/** A menu in the phone's bottom bar. Set `end` for the last menu, which opens toward the start. */
export function BarMenu(props: {
  entries: readonly MenuEntry[];
  face: ReactNode;
  label: string;
  end?: boolean;
  disabled?: boolean;
  onOpen?: () => void;
}) {
  const { entries, label } = props;
  return (
    <Menu
      chevron={false}
      disabled={props.disabled === true}
      entries={entries}
      label={label}
      look="plain"
      onOpen={props.onOpen}
      placement={props.end === true ? 'top end' : 'top start'}
      trigger={props.face}
    />
  );
}

/** An action in the phone's bottom bar: an icon above its name. */
export function BarAction(props: {
  icon: LucideIcon;
  label: string;
  onPress: () => void;
  flip?: boolean;
  disabled?: boolean;
}) {
  return (
    <button disabled={props.disabled} onClick={props.onPress} type="button">
      {barFace(props.icon, props.label, props.flip)}
    </button>
  );
}

/** Returns the content of the button of an action or a menu. */
export function barFace(icon: LucideIcon, label: string, flip = false): ReactNode {
  return (
    <>
      <Icon as={icon} flip={flip} size="l" />
      <span>{label}</span>
    </>
  );
}
