import '#web/ui/menu.css';
import { useTranslation } from 'react-i18next';
import type { useFinds } from './search-finds.ts';

/** The results of a search, below its field; the focus stays in the field. */
export function SearchFinds(props: {
  id: string;
  groups: ReturnType<typeof useFinds>['groups'];
  /** The index of the result that Enter opens. */
  active: number;
  /** The message in place of the results. */
  say: 'failed' | 'pending' | 'none' | null;
  onChoose: (to: string) => void;
}) {
  const { t } = useTranslation();
  const { id, groups, active, say, onChoose } = props;
  const all = groups.flatMap(({ finds }) => finds);
  return (
    <div className="menu oc-finds">
      <output className={say === null ? 'sr' : 'meta'}>
        {say === null ? t('operator.find.found', { count: all.length }) : t(`operator.find.${say}`)}
      </output>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A combobox lists what no <select> can show: groups, and two texts in a row. */}
      <div aria-label={t('operator.find.label')} id={id} role="listbox">
        {groups.map(({ key, label, finds }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
          <div aria-label={label} key={key} role="group">
            <div aria-hidden="true" className="menu-head">
              {label}
            </div>
            {finds.map((find) => {
              const at = all.indexOf(find);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Keys go to the field, which names the marked option.
                <div
                  aria-selected={at === active}
                  className="oc-find"
                  id={`${id}-${at}`}
                  key={find.to}
                  onClick={() => onChoose(find.to)}
                  onMouseDown={(event) => event.preventDefault()}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
                  role="option"
                  tabIndex={-1}
                >
                  <bdi className="strong">{find.text}</bdi>
                  <bdi className="meta">{find.more}</bdi>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
