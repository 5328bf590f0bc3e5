import { useQueryClient } from '@tanstack/react-query';
import { DestinationInput } from './destination-input.tsx';
import type { DestinationInputProps } from './destination-input.tsx';
import { nameOf, recipientsKey, useRecipients, useSuggestions } from './recipients.ts';

/** A field for destinations that knows the account's contacts: chips have names, and typing suggests recipients. */
export function RecipientInput(
  props: DestinationInputProps & Required<Pick<DestinationInputProps, 'typed'>>,
) {
  const { numbers, onChange, typed } = props;
  const client = useQueryClient();
  const known = useRecipients(numbers);
  const { found, suggestions } = useSuggestions(typed.text, numbers);
  return (
    <DestinationInput
      {...props}
      nameFor={(number) => nameOf(known.get(number))}
      onChange={(next) => {
        // Whoever was chosen is known already; the chip has the name at once.
        for (const one of found)
          if (next.includes(one.faxnum)) client.setQueryData(recipientsKey(one.faxnum), [one]);
        onChange(next);
      }}
      suggestions={suggestions}
    />
  );
}
