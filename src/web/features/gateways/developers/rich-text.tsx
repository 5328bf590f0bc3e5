import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { AnchorHeading, anchorOf } from './anchor-heading.tsx';
import { CodeBox } from './code-box.tsx';
import type { CodeLanguage } from './highlight.ts';
import type { Reference } from './reference.ts';

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/gu;

/** A line of the reference with code, bold text and links; the name of a call links to it. */
export function RichLine(props: { text: string; reference: Reference }): ReactNode {
  const { text, reference } = props;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, label = '', target = ''] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<InlineCode key={match.index} reference={reference} text={code} />);
    else if (bold !== undefined) parts.push(<b key={match.index}>{bold}</b>);
    else parts.push(<TextLink key={match.index} label={label} target={target} />);
  }
  return [...parts, text.slice(end)].map((part, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text
    <Fragment key={i}>{part}</Fragment>
  ));
}

function InlineCode(props: { text: string; reference: Reference }) {
  const { text, reference } = props;
  const code = <code className="dv-c">{text}</code>;
  const call = reference.calls.find(({ method, path }) => `${method} ${path}` === text);
  if (call === undefined) return code;
  return (
    <Link params={{ _splat: call.page }} to="/developers/$">
      {code}
    </Link>
  );
}

/** A link of a guide: guides refer to each other by file name, and to other pages by absolute URL. */
function TextLink(props: { label: string; target: string }) {
  const { label, target } = props;
  const [, guide] = /^([a-z-]+)\.md$/u.exec(target) ?? [];
  if (guide !== undefined)
    return (
      <Link params={{ _splat: `guides/${guide}` }} to="/developers/$">
        {label}
      </Link>
    );
  if (!target.startsWith('https://')) return label;
  return (
    <a href={target} rel="noopener noreferrer" target="_blank">
      {label}
    </a>
  );
}

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = { ts: 'typescript', json: 'json' };

/** A guide in its source format: paragraphs, headings, lists and code, separated by blank lines. */
export function RichText(props: { text: string; reference: Reference }): ReactNode {
  const { text, reference } = props;
  return text.split(/\n\n(?=(?:[^`]|`(?!``))*(?:```[^]*?```[^]*)*$)/u).map((block, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- blocks of one text
    <Block key={i} reference={reference} text={block.trim()} />
  ));
}

function Block(props: { text: string; reference: Reference }) {
  const { text: block, reference } = props;
  const [, kind = '', code] = /^```(\w*)\n([^]*?)\n```$/u.exec(block) ?? [];
  if (code !== undefined)
    return <CodeBox language={LANGUAGES[kind] ?? 'shell'} name={kind} text={code} title={kind} />;
  if (block.startsWith('## '))
    return <AnchorHeading id={anchorOf(block.slice(3))}>{block.slice(3)}</AnchorHeading>;
  if (/^(?:-|\d\.) /u.test(block)) {
    const items = block.split(/\n(?=(?:-|\d\.) )/u).map((item) => item.replace(/^(?:-|\d\.) /u, ''));
    const List = block.startsWith('-') ? 'ul' : 'ol';
    return (
      <List>
        {items.map((item) => (
          <li key={item}>
            <RichLine reference={reference} text={item} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <p>
      <RichLine reference={reference} text={block} />
    </p>
  );
}
