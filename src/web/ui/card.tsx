import './card.css';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** A surface with a title; `action` is at the end of its title line. */
export function Card(props: { title?: string; action?: ReactNode; children: ReactNode; className?: string }) {
  const id = useId();
  const titled = props.title !== undefined;
  return (
    <section
      aria-labelledby={titled ? id : undefined}
      className={props.className === undefined ? 'card' : `card ${props.className}`}
    >
      {titled && (
        <header>
          <h2 id={id}>{props.title}</h2>
          {props.action}
        </header>
      )}
      {props.children}
    </section>
  );
}
