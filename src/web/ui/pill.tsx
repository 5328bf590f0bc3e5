import './pill.css';
import type { ReactNode } from 'react';

/** A state in a word, with a dot: never colour alone. `plain` is a mere label without a dot. */
export function Pill(props: {
  tone?: 'neutral' | 'info' | 'ok' | 'warn' | 'bad' | 'plain';
  children: ReactNode;
}) {
  return (
    <span className="pill" data-tone={props.tone ?? 'neutral'}>
      {props.children}
    </span>
  );
}
