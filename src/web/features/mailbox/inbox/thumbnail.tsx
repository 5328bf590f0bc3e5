import { memo, useState } from 'react';
import { FileText } from 'lucide-react';
import { getFaxFile } from '#contract/mailbox/inbox.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { Icon } from '#web/ui/icon.tsx';

/** Address of the small picture of a page; a rotation makes it another picture. */
export function thumbUrl(path: string, rotation: number, page = 1): string {
  return callUrl(getFaxFile, [
    ['file', `${path}/thumb${page}.gif`],
    ['r', String(rotation)],
  ]);
}

/**
 * The first page as a small picture, and the check box that appears over it. It is decoration for screen readers: the
 * row itself says whether it is selected, and Space selects it. The tick is drawn by the style sheet: a hundred of them
 * may come with one click.
 */
export function Thumbnail(props: { path: string; rotation: number; checked: boolean }) {
  return (
    <span aria-hidden="true" className="it-th" data-check data-checked={props.checked || undefined}>
      <Picture path={props.path} rotation={props.rotation} />
      <span className="it-cb" />
    </span>
  );
}

const Picture = memo(function Picture(props: { path: string; rotation: number }) {
  const src = thumbUrl(props.path, props.rotation);
  const [shown, setShown] = useState({ src, state: 'loading' });
  const state = shown.src === src ? shown.state : 'loading';
  if (state === 'failed') return <Icon as={FileText} />;
  return (
    <img
      alt=""
      data-loading={state === 'loading' || undefined}
      decoding="async"
      loading="lazy"
      onError={() => setShown({ src, state: 'failed' })}
      onLoad={() => setShown({ src, state: 'ready' })}
      src={src}
    />
  );
});
