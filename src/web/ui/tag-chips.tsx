import type { KeyboardEvent } from 'react';
import { X } from 'lucide-react';
import { Icon } from './icon.tsx';
import type { AddedTags, Tag } from './tag-rules.ts';

/** The chips of a tag input: a click, Enter or F2 turns one back into text; cross, Backspace or Delete removes it. */
export function TagChips(props: {
  tags: readonly Tag[];
  /** The entries for which there is no room. */
  leftOut: AddedTags['invalid'];
  onEdit: (tag: Tag) => void;
  onRemove: (tag: Tag, byKey: boolean) => void;
  editLabel: (tag: Tag) => string;
  removeLabel: (tag: Tag) => string;
  disabled?: boolean | undefined;
}) {
  const { onEdit, onRemove } = props;
  const onKey = (event: KeyboardEvent, tag: Tag) => {
    if (event.key === 'F2') onEdit(tag);
    else if (event.key === 'Backspace' || event.key === 'Delete') onRemove(tag, true);
    else return;
    event.preventDefault();
  };
  return (
    <ul className="tag-list">
      {props.tags.map((tag) => (
        <li className="tag num" key={tag.key}>
          <button
            aria-label={props.editLabel(tag)}
            className="tag-edit"
            disabled={props.disabled}
            onClick={() => onEdit(tag)}
            onKeyDown={(event) => onKey(event, tag)}
            type="button"
          >
            {tag.name !== undefined && (
              <>
                <bdi className="tag-name">{tag.name}</bdi>
                <span> · </span>
              </>
            )}
            <bdi dir="ltr">{tag.label}</bdi>
          </button>
          <button
            aria-label={props.removeLabel(tag)}
            className="tag-x"
            disabled={props.disabled}
            onClick={({ detail }) => onRemove(tag, detail === 0)}
            type="button"
          >
            <Icon as={X} size="xs" />
          </button>
        </li>
      ))}
      {props.leftOut.map(({ entry }) => (
        <li className="tag num" data-bad key={`bad ${entry}`}>
          <bdi dir="ltr">{entry}</bdi>
        </li>
      ))}
    </ul>
  );
}
