import './attempt-meter.css';

/** Ticks for attempts: filled = made, half = in progress, all red = given up. `label` is a text («2 of 5 attempts»). */
export function AttemptMeter(props: {
  tried: number;
  max: number;
  label: string;
  active?: boolean;
  failed?: boolean;
}) {
  const { tried, max, label, active = false, failed = false } = props;
  const made = Math.min(Math.max(tried, 0), max);
  return (
    <span className="try" data-failed={failed || undefined}>
      <span className="sr">{label}</span>
      <span aria-hidden="true" className="tk">
        {Array.from({ length: max }, (_, tick) => (
          <i data-tick={tick < made ? (active && tick === made - 1 ? 'now' : 'on') : undefined} key={tick} />
        ))}
      </span>
      <span aria-hidden="true" className="num">
        {made}/{max}
      </span>
    </span>
  );
}
