/** A text with the words that were searched for marked. */
export function Highlight(props: { text: string; q: string }) {
  const terms = props.q.split(/\s+/).filter(Boolean);
  if (terms.length === 0) return props.text;
  const parts = props.text.split(new RegExp(`(${terms.map(escape).join('|')})`, 'giu'));
  // Split keeps what matched at the odd places.
  return parts.map((part, i) => (i % 2 === 1 ? <mark key={i}>{part}</mark> : part));
}

function escape(term: string): string {
  return term.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
