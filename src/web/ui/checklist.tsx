import './checklist.css';
import { Check } from 'lucide-react';
import { Icon } from './icon.tsx';

/** One line of a checklist. */
export interface ChecklistItem {
  key: string;
  text: string;
  met: boolean;
}

/** Requirements that are ticked off while typing; the tick also has a text for people who cannot see it. */
export function Checklist(props: {
  label: string;
  items: readonly ChecklistItem[];
  metLabel: string;
  openLabel: string;
}) {
  return (
    <ul aria-label={props.label} className="chk">
      {props.items.map(({ key, text, met }) => (
        <li data-met={met || undefined} key={key}>
          <span className="chk-mark">{met && <Icon as={Check} size="xs" />}</span>
          {text}
          <span className="sr">{met ? props.metLabel : props.openLabel}</span>
        </li>
      ))}
    </ul>
  );
}
