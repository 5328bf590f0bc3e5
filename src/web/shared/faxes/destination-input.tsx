import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { isInternational, MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { TagInput } from '#web/ui/tag-input.tsx';
import { spokenTag } from '#web/ui/tag-rules.ts';
import type { TagSuggestions } from '#web/ui/tag-suggestions.ts';
import { destinationTag, useDestinationRules } from './destination-rules.ts';

/** The props of a field for destinations. */
export interface DestinationInputProps {
  label: string;
  labelAction?: ReactNode;
  hint: string;
  placeholder?: string;
  error?: string | undefined;
  /** Only digits, in the order of the chips. */
  numbers: readonly string[];
  onChange: (numbers: readonly string[]) => void;
  /** The typed text that is not a number yet, if the caller keeps it. */
  typed?: { text: string; onText: (text: string) => void };
  /** Called when typed text is not a valid destination; `international` numbers also get a spoken message (COMP-07). */
  onRefused?: (international: boolean) => void;
  disabled?: boolean;
  focusFirst?: boolean;
  textRef?: Ref<HTMLInputElement>;
}

/** A field that shows the numbers of a fax as chips; RecipientInput adds names and suggestions. */
export function DestinationInput(
  props: DestinationInputProps & { nameFor?: (number: string) => string; suggestions?: TagSuggestions },
) {
  const { label, labelAction, hint, placeholder, error, suggestions, onRefused, nameFor } = props;
  const { t } = useTranslation();
  const rules = useDestinationRules();
  const [own, setOwn] = useState('');
  const typed = props.typed ?? { text: own, onText: setOwn };
  return (
    <TagInput
      {...rules}
      {...{ label, labelAction, hint, placeholder, error, typed, suggestions }}
      counter={(count) => t('compose.to.counter', { count, max: MAX_DESTINATIONS })}
      disabled={props.disabled}
      editLabel={(tag) => t('compose.to.edit', { number: spokenTag(tag) })}
      focusFirst={props.focusFirst === true}
      // If there are suggestions, people also type names.
      inputMode={suggestions === undefined ? 'tel' : 'text'}
      onChange={(tags) => props.onChange(tags.map(({ key }) => key))}
      onInvalid={(invalid) => onRefused?.(invalid.some(({ entry }) => isInternational(entry)))}
      removeLabel={(tag) => t('compose.to.remove', { number: spokenTag(tag) })}
      tags={props.numbers.map((number) => destinationTag(number, nameFor?.(number)))}
      textRef={props.textRef}
    />
  );
}
