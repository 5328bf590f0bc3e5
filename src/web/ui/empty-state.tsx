import './empty-state.css';
import type { ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import { Icon } from './icon.tsx';

/** A placeholder for missing content: a title that describes the state, and a sentence that tells people what to do. */
export function EmptyState(props: {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="blank">
      {props.icon !== undefined && <Icon as={props.icon} className="blank-icon" size="l" />}
      <h3>{props.title}</h3>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.action}
    </div>
  );
}
