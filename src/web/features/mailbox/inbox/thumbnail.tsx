import { memo, useState } from 'react';
import { FileText } from 'lucide-react';
import { Icon } from '#web/ui/icon.tsx';
import type { Rotation } from './page-turns.ts';
import { TurningPicture } from './turning-picture.tsx';

/**
 * The first page as a thumbnail, and the checkbox that appears over it. Decorative for screen readers: the row itself
 * announces whether it is selected, and Space selects it. The tick is drawn by CSS, because one click may check a
 * hundred of them.
 */
export function Thumbnail(props: { src: string; rotation: Rotation; checked: boolean }) {
  return (
    <span aria-hidden="true" className="it-th" data-check data-checked={props.checked || undefined}>
      <Picture rotation={props.rotation} src={props.src} />
      <span className="it-cb" />
    </span>
  );
}

const Picture = memo(function Picture(props: { src: string; rotation: Rotation }) {
  const { src, rotation } = props;
  const [shown, setShown] = useState({ src, state: 'loading' });
  if (shown.state === 'failed' && shown.src === src) return <Icon as={FileText} />;
  return (
    <TurningPicture
      alt=""
      drawn={rotation}
      onError={() => setShown({ src, state: 'failed' })}
      onLoad={() => setShown({ src, state: 'ready' })}
      ready={shown.state === 'ready'}
      rotation={rotation}
      src={src}
    />
  );
});
