import './badge.css';
import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

/** What something is, in a word; `dashed` for what is only for trying. States have a `Pill`. */
export function Badge(props: { icon?: LucideIcon; dashed?: boolean; children: ReactNode }) {
  return (
    <span className="badge" data-dashed={props.dashed || undefined}>
      {props.icon !== undefined && <Icon as={props.icon} size="xs" />}
      {props.children}
    </span>
  );
}
