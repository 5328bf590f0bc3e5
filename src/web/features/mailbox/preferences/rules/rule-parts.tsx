import '#web/shared/mailbox/team/team-links.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { X } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';

/** The errors that prevent saving a rule: the path of a part, such as `actions.0`, or `name`. */
export type Faults = ReadonlySet<string>;

/** A condition or action: its kind, its value, and a remove button. */
export function PartRow(props: {
  children: ReactNode;
  error: string | undefined;
  removeLabel: string;
  onRemove: () => void;
}) {
  const { children, error, removeLabel, onRemove } = props;
  return (
    <div className="rule-row" data-bad={error !== undefined || undefined}>
      {children}
      <IconButton icon={X} label={removeLabel} onPress={onRemove} size="sm" />
      {error !== undefined && (
        <p className="rule-refused" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * A selection from a list: chips of the selected entries, and a list box for more. Selected entries that no longer
 * exist are marked, so that they can be removed.
 */
export function PickMany(props: {
  options: readonly { value: string; label: string; color?: string }[];
  chosen: readonly string[];
  max: number;
  addLabel: string;
  /** The text if there is nothing to choose from. */
  none: string;
  hint?: string;
  onChange: (chosen: string[]) => void;
}) {
  const { options, chosen, max, addLabel, none, hint, onChange } = props;
  const { t } = useTranslation();
  const free = options.filter(({ value }) => !chosen.includes(value));
  return (
    <div className="rule-pick">
      {chosen.map((value) => {
        const option = options.find((one) => one.value === value);
        const label = option?.label ?? t('rules.gone');
        return (
          <span className="tag" data-bad={option === undefined || undefined} key={value}>
            <span
              className={option?.color === undefined ? 'tag-edit' : 'tag-edit work-tag'}
              data-color={option?.color}
            >
              {label}
            </span>
            <button
              aria-label={t('compose.to.remove', { number: label })}
              className="tag-x"
              onClick={() => onChange(chosen.filter((one) => one !== value))}
              type="button"
            >
              <X aria-hidden="true" size={14} />
            </button>
          </span>
        );
      })}
      {free.length > 0 && chosen.length < max && (
        <Select
          label={addLabel}
          labelHidden
          onChange={(event) => onChange([...chosen, event.target.value])}
          options={[{ value: '', label: addLabel, disabled: true }, ...free]}
          value=""
        />
      )}
      {options.length === 0 && chosen.length === 0 && <span className="meta">{none}</span>}
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}
