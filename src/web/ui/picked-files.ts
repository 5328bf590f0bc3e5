import type { ChangeEvent } from 'react';

/**
 * Returns the files that were picked with an input, and empties the input: without that, picking the same file again,
 * after it was removed or changed, would be no change and would do nothing.
 */
export function pickedFiles({ target }: Pick<ChangeEvent<HTMLInputElement>, 'target'>): readonly File[] {
  const files = [...(target.files ?? [])];
  target.value = '';
  return files;
}
