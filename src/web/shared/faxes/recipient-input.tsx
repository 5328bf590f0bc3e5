import { useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isInternational, MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { TagInput } from '#web/ui/tag-input.tsx';
import { spokenTag } from '#web/ui/tag-rules.ts';
import { destinationTag, useDestinationRules } from './destination-rules.ts';
import { nameOf, recipientsKey, useRecipients, useSuggestions } from './recipients.ts';

/** What the field for destinations is given. */
export interface RecipientInputProps {
  label: string;
  labelAction?: ReactNode;
  hint: string;
  placeholder?: string;
  error?: string | undefined;
  /** Digits, in the order of the chips. */
  numbers: readonly string[];
  onChange: (numbers: readonly string[]) => void;
  /** What is typed and no number yet, where somebody else keeps it. */
  typed?: { text: string; onText: (text: string) => void };
  /** Something typed is no destination; `international` ones are also said aloud (COMP-07). */
  onRefused?: (international: boolean) => void;
  /** False where there is no account whose contacts could be asked: a guest of Egnyte. */
  suggest?: boolean;
  disabled?: boolean;
  focusFirst?: boolean;
  textRef?: Ref<HTMLInputElement>;
}

/** The numbers a fax goes to, wherever they are asked for: chips with names, and suggestions while one types. */
export function RecipientInput(props: RecipientInputProps) {
  const { numbers, suggest = true, onRefused, label, labelAction, hint, placeholder, error } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const rules = useDestinationRules();
  const [own, setOwn] = useState('');
  const typed = props.typed ?? { text: own, onText: setOwn };
  const known = useRecipients(numbers, suggest);
  const { found, suggestions } = useSuggestions(typed.text, numbers, suggest);
  return (
    <TagInput
      {...rules}
      {...{ label, labelAction, hint, placeholder, error, typed }}
      counter={(count) => t('compose.to.counter', { count, max: MAX_DESTINATIONS })}
      disabled={props.disabled}
      editLabel={(tag) => t('compose.to.edit', { number: spokenTag(tag) })}
      focusFirst={props.focusFirst === true}
      // Names are typed as well as numbers, where they lead anywhere.
      inputMode={suggest ? 'text' : 'tel'}
      onChange={(tags) => {
        const next = tags.map(({ key }) => key);
        // Whoever was chosen is known already; the chip has the name at once.
        for (const one of found)
          if (next.includes(one.faxnum)) client.setQueryData(recipientsKey(one.faxnum), [one]);
        props.onChange(next);
      }}
      onInvalid={(invalid) => onRefused?.(invalid.some(({ entry }) => isInternational(entry)))}
      removeLabel={(tag) => t('compose.to.remove', { number: spokenTag(tag) })}
      suggestions={suggest ? suggestions : undefined}
      tags={numbers.map((number) => destinationTag(number, nameOf(known.get(number))))}
      textRef={props.textRef}
    />
  );
}
