import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/kit/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import type { Bulk } from './use-bulk.ts';
import type { FaxPage, ListPlace } from './use-inbox.ts';

/** A line below the list's head once the whole page is selected: selects all pages, and shows an action's progress. */
export function SelectLine(props: { bulk: Bulk; page: FaxPage; place: ListPlace; onClear: () => void }) {
  const { bulk, page, place } = props;
  const { state } = bulk;
  const { t, i18n } = useTranslation();
  if (state.kind === 'none') return null;
  const number = (value: number) => formatNumber(value, i18n.language);
  if (state.kind === 'offer' || state.kind === 'selecting') {
    const total = { total: number(page.total), folder: t(`inbox.folder.${place.folder}`) };
    const words = place.q === '' ? 'selectFolder' : page.more ? 'selectMore' : 'selectFound';
    return (
      <div className="select-line">
        <Button busy={state.kind === 'selecting'} onClick={bulk.selectAll} variant="link">
          {t(`inbox.bulk.${words}`, total)}
        </Button>
      </div>
    );
  }
  if (state.kind === 'selected')
    return (
      <output className="select-line">
        <span>{t('inbox.bulk.selected', { total: number(state.total) })}</span>
        {link(t('inbox.cancelSelection'), props.onClear)}
      </output>
    );
  const { done, total } = state.progress;
  const running = state.kind === 'running';
  return (
    <output className="select-line">
      <span className="num">
        {t(running ? 'inbox.bulk.running' : 'inbox.bulk.broken', {
          done: number(done),
          total: number(total),
        })}
      </span>
      {running ? link(t('inbox.bulk.stop'), bulk.stop) : link(t('inbox.bulk.goOn'), bulk.goOn)}
    </output>
  );
}

function link(words: string, onClick: () => void) {
  return (
    <Button onClick={onClick} variant="link">
      {words}
    </Button>
  );
}
