import { memo, useState } from 'react';
import { Check, FileText } from 'lucide-react';
import { getFaxFile } from '#contract/inbox.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Address of the small picture of a page; a rotation makes it another picture. */
export function thumbUrl(path: string, rotation: number): string {
  return callUrl(getFaxFile, [
    ['file', `${path}/thumb1.gif`],
    ['r', String(rotation)],
  ]);
}

/**
 * The first page as a small picture, and the check box that appears over it. It is decoration for screen readers: the
 * row itself says whether it is selected, and Space selects it.
 */
export const Thumbnail = memo(function Thumbnail(props: {
  path: string;
  rotation: number;
  checked: boolean;
}) {
  const src = thumbUrl(props.path, props.rotation);
  const [shown, setShown] = useState({ src, state: 'loading' });
  const state = shown.src === src ? shown.state : 'loading';
  return (
    <span aria-hidden="true" className="it-th" data-check data-checked={props.checked || undefined}>
      {state === 'failed' ? (
        <Icon as={FileText} />
      ) : (
        <img
          alt=""
          data-loading={state === 'loading' || undefined}
          decoding="async"
          loading="lazy"
          onError={() => setShown({ src, state: 'failed' })}
          onLoad={() => setShown({ src, state: 'ready' })}
          src={src}
        />
      )}
      <span className="it-cb">{props.checked && <Icon as={Check} size="s" />}</span>
    </span>
  );
});
