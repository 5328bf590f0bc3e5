import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';

/** A collapsible section of the form; its hidden fields remain part of the form. */
export function ContactSection(props: {
  title: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="contact-section">
      <h3>
        <button aria-controls={id} aria-expanded={props.open} onClick={props.onToggle} type="button">
          {props.title}
          <Icon as={props.open ? ChevronUp : ChevronDown} size="s" />
        </button>
      </h3>
      <div className="contact-section-body" hidden={!props.open} id={id}>
        {props.children}
      </div>
    </section>
  );
}
