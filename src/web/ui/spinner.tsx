import './spinner.css';

/** A turning ring for work of unknown length. Give `label` where no text beside it says what is going on. */
export function Spinner(props: { label?: string; size?: 's' | 'l' }) {
  const { label, size = 's' } = props;
  if (label === undefined) return <span aria-hidden="true" className="sp" data-size={size} />;
  return (
    <output className="rowx">
      <span aria-hidden="true" className="sp" data-size={size} />
      <span className="sr">{label}</span>
    </output>
  );
}
