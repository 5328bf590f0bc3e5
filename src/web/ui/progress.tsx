import './progress.css';

/** The progress of one task, 0 to 100; without a value it only shows that the task is running. */
export function Progress(props: { value?: number; label: string }) {
  if (props.value === undefined)
    return <progress aria-label={props.label} className="prog" data-endless max={100} />;
  const value = Math.min(100, Math.max(0, Math.round(props.value)));
  return <progress aria-label={props.label} className="prog" max={100} value={value} />;
}
