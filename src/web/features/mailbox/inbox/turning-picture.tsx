import { useEffect, useState } from 'react';
import type { CSSProperties, SyntheticEvent } from 'react';
import type { Rotation } from './page-turns.ts';

interface Shown {
  src: string;
  drawn: Rotation;
}

/**
 * A picture of a page that turns at once: CSS turns the current picture, and the file that the server has turned
 * replaces it once it is decoded, so that nothing flashes. Its frame has the shape of the turned page, and is a size
 * container.
 */
export function TurningPicture(props: {
  src: string;
  /** The rotation of the file at `src`. */
  drawn: Rotation;
  /** The rotation to show. */
  rotation: Rotation;
  alt: string;
  ready: boolean;
  onLoad: (image: HTMLImageElement) => void;
  onError: () => void;
}) {
  const { src, drawn, rotation, ready } = props;
  const [shown, setShown] = useState<Shown>({ src, drawn });
  // There is no current picture that could stay in the meantime.
  if (!ready && shown.src !== src) setShown({ src, drawn });
  useEffect(() => {
    if (!ready || shown.src === src) return undefined;
    let wanted = true;
    const take = () => {
      if (wanted) setShown({ src, drawn });
    };
    const next = new Image();
    next.src = src;
    // The picture itself reports a file that does not load.
    next.decode().then(take, take);
    return () => {
      wanted = false;
    };
  }, [drawn, ready, shown.src, src]);
  const turn = (rotation - shown.drawn + 360) % 360;
  return (
    <img
      alt={props.alt}
      data-loading={!ready || undefined}
      data-turn={turn === 0 ? undefined : turn}
      decoding="async"
      loading="lazy"
      onError={props.onError}
      onLoad={({ currentTarget }: SyntheticEvent<HTMLImageElement>) => props.onLoad(currentTarget)}
      src={shown.src}
      style={turn === 0 ? undefined : ({ '--turn': `${turn}deg` } as CSSProperties)}
    />
  );
}
