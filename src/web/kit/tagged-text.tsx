import { cloneElement, Fragment } from 'react';
import type { ReactElement } from 'react';

/**
 * A translated text in which `<b>…</b>` and the like are drawn by the elements of these names; other marks stay text.
 * The component of the translation library does the same, but every page would load its HTML parser (4 kB).
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
