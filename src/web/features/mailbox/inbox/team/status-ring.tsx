import './work.css';
import { Check } from 'lucide-react';
import type { WorkStatus } from '#contract/mailbox/fax-work.ts';
import { Icon } from '#web/ui/icon.tsx';

/** How far a fax is, as a ring: empty, half full, checked. The word stands beside it. */
export function StatusRing(props: { status: WorkStatus }) {
  return (
    <span aria-hidden="true" className="work-ring" data-status={props.status}>
      {props.status === 'done' && <Icon as={Check} size="xs" />}
    </span>
  );
}
