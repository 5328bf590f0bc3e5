import './skeleton.css';

/** A gray bar in place of loading text; give it the final size so that nothing moves. Visible only after 150 ms. */
export function Skeleton(props: { width?: string; height?: string; round?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className="sk"
      data-round={props.round || undefined}
      style={{
        inlineSize: props.width ?? '100%',
        ...(props.height === undefined ? {} : { blockSize: props.height }),
      }}
    />
  );
}
