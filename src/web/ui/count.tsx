import './count.css';

/** A small number beside a name; `fresh` fills it with the accent color (unread). `label` names what is counted. */
export function Count(props: { value: number | string; fresh?: boolean; label?: string }) {
  return (
    <span className="cnt" data-fresh={props.fresh || undefined}>
      <span aria-hidden={props.label !== undefined}>{props.value}</span>
      {props.label !== undefined && <span className="sr">{props.label}</span>}
    </span>
  );
}
