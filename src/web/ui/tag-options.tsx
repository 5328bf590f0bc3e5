import './menu.css';
import type { RefObject } from 'react';
import { Popover } from 'react-aria-components/Popover';
import { Avatar } from './avatar.tsx';
import { Icon } from './icon.tsx';
import { ListOption } from './list-option.tsx';
import type { SuggestionList, TagSuggestion } from './tag-suggestions.ts';

/** The props of the list of suggestions; it is loaded once `open` is true. */
export interface TagOptionsProps {
  open: boolean;
  id: string;
  label: string;
  list: SuggestionList;
  place: RefObject<HTMLElement | null>;
  onChoose: (option: TagSuggestion) => void;
}

/** The list below the field. The focus stays in the text field: a press on an option does not remove it. */
export function TagOptions(props: TagOptionsProps) {
  const { id, list } = props;
  if (!props.open) return null;
  const groups = [...new Set(list.options.map(({ group }) => group))];
  return (
    <Popover
      aria-label={props.label}
      className="menu tag-options"
      isNonModal
      isOpen
      offset={4}
      onOpenChange={(open) => {
        if (!open) list.close();
      }}
      placement="bottom start"
      triggerRef={props.place}
    >
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- A combobox lists what no <select> can show: two lines, initials, and a number. */}
      <div aria-label={props.label} id={id} role="listbox">
        {groups.map((group) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- As above.
          <div aria-label={group} key={group} role="group">
            <div aria-hidden="true" className="menu-head">
              {group}
            </div>
            {list.options.map(
              (option, place) =>
                option.group === group && (
                  <Option
                    active={place === list.active}
                    id={`${id}-${place}`}
                    key={option.tag.key}
                    onChoose={() => props.onChoose(option)}
                    onPoint={() => list.activate(option.tag.key)}
                    option={option}
                  />
                ),
            )}
          </div>
        ))}
      </div>
    </Popover>
  );
}

function Option(props: {
  id: string;
  option: TagSuggestion;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const { active, option } = props;
  const { tag, note } = option;
  return (
    <ListOption
      active={active}
      className="menu-item tag-option"
      id={props.id}
      onChoose={props.onChoose}
      onPoint={props.onPoint}
    >
      {option.icon === undefined ? (
        <Avatar name={tag.name ?? ''} size="sm" />
      ) : (
        <span className="av" data-neutral data-size="sm">
          <Icon as={option.icon} size="s" />
        </span>
      )}
      {tag.name !== undefined && (
        <span className="tag-option-name">
          <bdi className="strong trunc">{tag.name}</bdi>
          {note !== undefined && <bdi className="meta trunc">{note}</bdi>}
        </span>
      )}
      {tag.label !== '' && (
        <bdi className="tag-option-label" dir="ltr">
          {tag.label}
        </bdi>
      )}
    </ListOption>
  );
}
