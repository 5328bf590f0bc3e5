import { cloneElement, Fragment } from 'react';
import type { ReactElement } from 'react';

/**
 * A translated text in which `<b>…</b>` and similar tags render as the elements of these names; other tags stay text.
 * The translation library has a component for this, but its HTML parser would add 4 kB to every page.
 */
export function TaggedText(props: { text: string; elements: Readonly<Record<string, ReactElement>> }) {
  const { text, elements } = props;
  const names = Object.keys(elements).join('|');
  // Text, name, text inside, text, name, text inside, …, text
  const parts = text.split(new RegExp(`<(${names})>(.*?)</\\1>`, 'su'));
  return parts.map((part, i) => {
    if (i % 3 === 1) return null;
    const element = i % 3 === 2 ? elements[parts[i - 1] ?? ''] : undefined;
    return <Fragment key={i}>{element === undefined ? part : cloneElement(element, {}, part)}</Fragment>;
  });
}
