import './avatar.css';

/**
 * Returns the first letters of the first and last word of a name. Words that start with a digit or sign are ignored: a
 * number has no initials.
 */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last]
    .filter((word) => word !== undefined)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toLocaleUpperCase())
    .join('');
}

/** Initials in a circle; neutral with `#` if only a number is known. Decorative: the name is beside it. */
export function Avatar(props: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  const letters = initials(props.name);
  return (
    <span
      aria-hidden="true"
      className="av"
      data-neutral={letters === '' || undefined}
      data-size={props.size ?? 'md'}
    >
      {letters === '' ? '#' : letters}
    </span>
  );
}
