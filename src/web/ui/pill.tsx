import './pill.css';
import type { ReactNode } from 'react';

/**
 * A state as a word with a dot: never color alone. `plan`, for what is still to come, has a ring instead; `plain` is
 * only a label without either.
 */
export function Pill(props: {
  tone?: 'neutral' | 'info' | 'plan' | 'ok' | 'warn' | 'bad' | 'plain';
  children: ReactNode;
}) {
  return (
    <span className="pill" data-tone={props.tone ?? 'neutral'}>
      {props.children}
    </span>
  );
}
