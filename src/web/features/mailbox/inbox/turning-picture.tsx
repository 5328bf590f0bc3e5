import { useEffect, useState } from 'react';
import type { CSSProperties, SyntheticEvent } from 'react';
import type { Rotation } from './page-turns.ts';

interface Shown {
  src: string;
  drawn: Rotation;
}

/**
 * A picture of a page that is turned at once: the picture that is there is turned by the style sheet, and the file that
 * the server has turned takes its place when it is decoded, so nothing flashes. Its frame is the one that has the shape
 * of the turned page, and a size container.
 */
export function TurningPicture(props: {
  src: string;
  /** How the file at `src` is turned. */
  drawn: Rotation;
  /** How it is to be seen. */
  rotation: Rotation;
  alt: string;
  ready: boolean;
  onLoad: (image: HTMLImageElement) => void;
  onError: () => void;
}) {
  const { src, drawn, rotation, ready } = props;
  const [shown, setShown] = useState<Shown>({ src, drawn });
  // Nothing is there that could stay meanwhile.
  if (!ready && shown.src !== src) setShown({ src, drawn });
  useEffect(() => {
    if (!ready || shown.src === src) return undefined;
    let wanted = true;
    const take = () => {
      if (wanted) setShown({ src, drawn });
    };
    const next = new Image();
    next.src = src;
    // A file that does not come is the picture's to say.
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
