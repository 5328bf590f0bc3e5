import './badge.css';
import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

/** A one-word description of an item; `dashed` marks items that are only for testing. For states, use a `Pill`. */
export function Badge(props: { icon?: LucideIcon; dashed?: boolean; children: ReactNode }) {
  return (
    <span className="badge" data-dashed={props.dashed || undefined}>
      {props.icon !== undefined && <Icon as={props.icon} size="xs" />}
      {props.children}
    </span>
  );
}
