import './overlay.css';
import { Spinner } from './spinner.tsx';

/** Covers the whole page while signing in or out; it fades in late, so that it does not flash on quick responses. */
export function Overlay(props: { open: boolean; label: string }) {
  if (!props.open) return null;
  return (
    <output className="overlay">
      <Spinner size="l" />
      <span>{props.label}</span>
    </output>
  );
}
