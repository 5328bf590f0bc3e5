import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { GroupRecipients, Recipient } from '#contract/mailbox/recipients.ts';
import { DestinationInput } from './destination-input.tsx';
import type { DestinationInputProps } from './destination-input.tsx';
import { withGroup } from './group-recipients.ts';
import { nameOf, recipientsKey, useRecipients, useSuggestions } from './recipients.ts';

/** A field for destinations that uses the contacts: chips have names, and typing suggests recipients and groups. */
export function RecipientInput(
  props: DestinationInputProps & Required<Pick<DestinationInputProps, 'typed'>>,
) {
  const { numbers, onChange, typed } = props;
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const known = useRecipients(numbers);
  const [said, setSaid] = useState<{ text: string; bad: boolean; about: string } | null>(null);
  // The chosen recipients are already loaded; their chips show the names at once.
  const learn = (recipients: readonly Recipient[], next: readonly string[]) => {
    for (const one of recipients)
      if (next.includes(one.faxnum))
        client.setQueryData(recipientsKey(one.faxnum), { data: [one], groups: [] });
  };
  const addGroup = (group: GroupRecipients): boolean => {
    const { next, text } = withGroup(numbers, group, t, i18n.language);
    const about = next === null ? aboutOf(numbers, typed.text) : aboutOf(next, '');
    setSaid(text === null ? null : { text, bad: next === null, about });
    if (next === null) return false;
    learn(group.members, next);
    onChange(next);
    return true;
  };
  const { found, suggestions } = useSuggestions(typed.text, numbers, addGroup);
  // The message applies only to the contents that the field had at that moment.
  const now = said?.about === aboutOf(numbers, typed.text) ? said : null;
  return (
    <>
      <DestinationInput
        {...props}
        error={now?.bad === true ? now.text : props.error}
        hint={now?.bad === false ? now.text : props.hint}
        nameFor={(number) => nameOf(known.get(number))}
        onChange={(next) => {
          learn(found, next);
          onChange(next);
        }}
        suggestions={suggestions}
      />
      <output className="sr">{now?.text}</output>
    </>
  );
}

function aboutOf(numbers: readonly string[], text: string): string {
  return [...numbers, text].join('\n');
}
