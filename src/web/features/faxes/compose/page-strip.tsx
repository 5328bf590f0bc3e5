import './page-strip.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeft, ArrowRight, Check, Ellipsis, RotateCcw, RotateCw } from 'lucide-react';
import { draftFile, getDraftFile } from '#contract/faxes/drafts.ts';
import { callUrl } from '#web/kit/call-api.ts';
import { growl } from '#web/ui/growl-store.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { ReorderGrip } from '#web/ui/reorder-grip.tsx';
import { movedTo, useReorder } from '#web/ui/reorder.ts';
import type { Reorder } from '#web/ui/reorder.ts';
import type { StripPage } from './attachment-rules.ts';
import { togglePage, turnPages } from './page-rules.ts';

/** The pages of a converted file: their selection, order and rotation. Pages left out keep their position, faded. */
export function PageStrip(props: {
  name: string;
  /** The server's id of the file. */
  draftKey: string;
  strip: readonly StripPage[];
  locked: boolean;
  onChange: (strip: readonly StripPage[]) => void;
}) {
  const { name, draftKey, strip, locked, onChange } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const ids = strip.map(({ page }) => String(page));
  const inOrder = (order: readonly string[]) =>
    order.flatMap((id) => strip.filter(({ page }) => String(page) === id));
  const reorder = useReorder({
    ids,
    list,
    axis: 'x',
    onOrder: (order) => onChange(inOrder(order)),
    say: (step, id, position) =>
      t(`compose.move.${step}`, { what: t('compose.pages.page', { page: id }), position, total: ids.length }),
  });
  return (
    <>
      <ul aria-label={t('compose.pages.of', { name })} className="strip" ref={list}>
        {inOrder(reorder.order).map((one) => (
          <Page
            key={one.page}
            locked={locked}
            one={one}
            onMove={(by) =>
              onChange(inOrder(movedTo(ids, String(one.page), ids.indexOf(String(one.page)) + by)))
            }
            onToggle={() => {
              const next = togglePage(strip, one.page);
              if (next === null) growl.error(t('compose.pages.last'));
              else onChange(next);
            }}
            onTurn={(side) => onChange(turnPages(strip, side, one.page))}
            place={{ first: ids[0] === String(one.page), last: ids.at(-1) === String(one.page) }}
            reorder={reorder}
            src={callUrl(getDraftFile, { file: draftFile(draftKey, 'thumb', one) })}
          />
        ))}
      </ul>
      <p aria-live="assertive" className="sr">
        {reorder.said}
      </p>
    </>
  );
}

interface PageProps {
  one: StripPage;
  src: string;
  locked: boolean;
  place: { first: boolean; last: boolean };
  reorder: Reorder;
  onToggle: () => void;
  onTurn: (side: 'left' | 'right') => void;
  onMove: (by: 1 | -1) => void;
}

function Page(props: PageProps) {
  const { one, src, locked, reorder } = props;
  const { page, rotation, out } = one;
  const { t } = useTranslation();
  const id = String(page);
  const name = t('compose.pages.page', { page });
  const turned = rotation === 0 ? name : `${name}, ${t(`compose.pages.turned${rotation}`)}`;
  return (
    <li
      className="pt"
      data-held={reorder.held === id || undefined}
      data-item={id}
      data-out={out || undefined}
    >
      <button
        {...(locked ? {} : reorder.drag(id))}
        aria-label={turned}
        aria-pressed={!out}
        className="pt-page"
        disabled={locked}
        onClick={props.onToggle}
        title={t(out ? 'compose.pages.takeIn' : 'compose.pages.leaveOut')}
        type="button"
      >
        <img alt="" draggable={false} loading="lazy" src={src} />
        <span className="pt-n num">{page}</span>
        <span className="pt-k">{!out && <Icon as={Check} size="xs" />}</span>
        {rotation !== 0 && (
          <span className="pt-turned">
            <Icon as={rotation === 270 ? RotateCcw : RotateCw} size="xs" />
          </span>
        )}
      </button>
      {!locked && (
        <>
          <ReorderGrip
            className="pt-grip"
            hint={t('compose.move.hint')}
            id={id}
            label={t('compose.move.grip', { what: name })}
            reorder={reorder}
          />
          <PageMenu {...props} />
        </>
      )}
    </li>
  );
}

function PageMenu({ one, place, onTurn, onMove }: PageProps) {
  const { t, i18n } = useTranslation();
  const [Earlier, Later] = i18n.dir() === 'rtl' ? [ArrowRight, ArrowLeft] : [ArrowLeft, ArrowRight];
  return (
    <Menu
      chevron={false}
      entries={[
        { id: 'left', label: t('compose.pages.left'), icon: RotateCcw, onAction: () => onTurn('left') },
        { id: 'right', label: t('compose.pages.right'), icon: RotateCw, onAction: () => onTurn('right') },
        {
          id: 'earlier',
          label: t('compose.move.earlier'),
          icon: Earlier,
          onAction: () => onMove(-1),
          disabled: place.first,
          divided: true,
        },
        {
          id: 'later',
          label: t('compose.move.later'),
          icon: Later,
          onAction: () => onMove(1),
          disabled: place.last,
        },
      ]}
      label={t('compose.pages.more', { page: one.page })}
      look="plain"
      trigger={<Icon as={Ellipsis} size="s" />}
      triggerClass="pt-more"
    />
  );
}
