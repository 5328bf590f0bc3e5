import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupRecipients } from '#contract/mailbox/recipients.ts';
import { isInternational, MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { destinationTag, useDestinationRules } from '#web/shared/faxes/destination-rules.ts';
import { withGroup } from '#web/shared/faxes/group-recipients.ts';
import { INVALID_TAG_MS } from '#web/ui/tag-input.tsx';
import { addTags } from '#web/ui/tag-rules.ts';
import type { Compose } from './use-compose.ts';

/** A pane beside compose that offers numbers; the routes decide which one it is. */
export type PickerBlock = ComponentType<PickerUse>;

/** The props of the pane. */
export interface PickerUse {
  /** How many more numbers the fax can have. */
  room: number;
  onAdd: (numbers: readonly string[]) => void;
  /** Adds all members of a group or none; returns a message if there is something to report. */
  onAddGroup: (group: GroupRecipients) => string | null;
  onClose: () => void;
}

/** The open pane, and its last rejected offer. */
export interface Picker {
  open: boolean;
  toggle: () => void;
  use: PickerUse;
  /** The message about the last offered number that is not a destination, for five seconds (COMP-04). */
  refused: string | undefined;
}

/** Applies the rules for typed numbers to chosen ones: valid, no duplicates, at most ten (COMP-14). */
export function usePicker(compose: Compose): Picker {
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    const timer = refused === undefined ? undefined : setTimeout(() => setRefused(undefined), INVALID_TAG_MS);
    return () => clearTimeout(timer);
  }, [refused]);
  const { t, i18n } = useTranslation();
  const rules = useDestinationRules();
  const { numbers } = compose.draft;
  const add = (chosen: readonly string[]) => {
    const added = addTags(
      numbers.map((number) => destinationTag(number)),
      chosen,
      rules,
    );
    compose.setNumbers(added.tags.map((tag) => tag.key));
    setRefused(added.invalid.at(-1)?.message);
    if (added.invalid.some(({ entry }) => isInternational(entry))) compose.noteRefusedNumber(true);
  };
  const addGroup = (group: GroupRecipients): string | null => {
    const { next, text } = withGroup(numbers, group, t, i18n.language);
    if (next !== null) compose.setNumbers(next);
    return text;
  };
  return {
    open,
    toggle: () => setOpen(!open),
    use: {
      room: MAX_DESTINATIONS - numbers.length,
      onAdd: add,
      onAddGroup: addGroup,
      onClose: () => setOpen(false),
    },
    refused,
  };
}
