import './reorder-grip.css';
import { GripVertical } from 'lucide-react';
import { Icon } from './icon.tsx';
import type { Reorder } from './reorder.ts';

/** The handle for moving an entry of a list. `hint` explains it in a tooltip. */
export function ReorderGrip(props: {
  id: string;
  label: string;
  hint: string;
  reorder: Reorder;
  className?: string;
}) {
  const { id, label, hint, reorder, className = '' } = props;
  return (
    <button
      {...reorder.grip(id)}
      aria-label={label}
      className={`grip ${className}`}
      title={hint}
      type="button"
    >
      <Icon as={GripVertical} size="s" />
    </button>
  );
}
