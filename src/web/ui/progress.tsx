import './progress.css';

/** How far one piece of work has come, 0 to 100. */
export function Progress(props: { value: number; label: string }) {
  const value = Math.min(100, Math.max(0, Math.round(props.value)));
  return <progress aria-label={props.label} className="prog" max={100} value={value} />;
}
