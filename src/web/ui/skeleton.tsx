import './skeleton.css';

/** A grey bar in the place of text that is on its way; give it the final size so that nothing moves. Seen only after 150 ms. */
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
