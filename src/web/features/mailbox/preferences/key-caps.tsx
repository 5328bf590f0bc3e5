/** Keys as caps in the order in which they are pressed. Always left to right, as on the keyboard. */
export function KeyCaps(props: { caps: readonly string[] }) {
  return (
    <span className="prefs-caps" dir="ltr">
      {props.caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
