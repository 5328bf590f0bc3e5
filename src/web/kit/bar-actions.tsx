import './bar-actions.css';
import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu.tsx';

/** A menu of the phone's bottom bar; `end` for the last one, which opens toward the start. */
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

/** An action of the phone's bottom bar: an icon over its name. */
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

/** What the button of an action or a menu shows. */
export function barFace(icon: LucideIcon, label: string, flip = false): ReactNode {
  return (
    <>
      <Icon as={icon} flip={flip} size="l" />
      <span>{label}</span>
    </>
  );
}
