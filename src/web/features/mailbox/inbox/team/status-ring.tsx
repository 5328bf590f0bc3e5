import './work.css';
import { Check } from 'lucide-react';
import type { WorkStatus } from '#contract/mailbox/fax-work.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The work status of a fax as a ring: empty, half full, checked. Its text is beside it. */
export function StatusRing(props: { status: WorkStatus }) {
  return (
    <span aria-hidden="true" className="work-ring" data-status={props.status}>
      {props.status === 'done' && <Icon as={Check} size="xs" />}
    </span>
  );
}
