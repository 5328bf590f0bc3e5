import './spinner.css';

/** A turning ring for work of unknown length. Set `label` if no text beside it describes the work. */
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
