import './stacked-bar.css';

/** Parts of a whole as one thin bar; `max` is the whole (default: the sum). Decorative: show the figures beside it. */
export function StackedBar(props: {
  parts: readonly { key: string; value: number; tone: 'first' | 'second' }[];
  max?: number;
  thick?: boolean;
}) {
  const whole = Math.max(
    props.max ?? 0,
    props.parts.reduce((sum, part) => sum + part.value, 0),
    1,
  );
  return (
    <span aria-hidden="true" className="bar" data-thick={props.thick || undefined}>
      {props.parts.map((part) => (
        <i data-tone={part.tone} key={part.key} style={{ inlineSize: `${(part.value / whole) * 100}%` }} />
      ))}
    </span>
  );
}
