import './key-caps.css';

/** Keys in the order in which they are pressed. Always left to right, as on the keyboard. `off`: without effect. */
export function KeyCaps(props: { caps: readonly string[]; off?: boolean }) {
  return (
    <span className="key-caps" data-off={props.off || undefined} dir="ltr">
      {props.caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
