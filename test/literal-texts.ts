import { parseSync } from 'vite';

/** A text in the code instead of in the locales. */
export interface LiteralText {
  line: number;
  text: string;
}

/** Attributes and fields whose values people read or hear. */
const READ_BY_PEOPLE = new Set([
  'alt',
  'title',
  'placeholder',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'hint',
  'lead',
  'text',
  'heading',
  'description',
  'message',
  'busyLabel',
  'confirm',
  'decline',
]);

/** Functions that show their arguments. */
const SPEAKERS = /^(?:growl|banner|alert|confirm|say|prompt)$/;

/** Two letters in a row make a word; signs, units and single letters (keys) are the same in every language. */
const WORD = /\p{L}{2}/u;

/** Looks like an identifier: a key, a class, an address, a wire name. */
const NAME = /^[a-z0-9]+(?:[-_.:/#][\w.:/#-]*)*$|^[a-z]+(?:[A-Z][a-z0-9]*)+$|^[A-Z0-9_]+$/;

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Finds texts for people in a component: between tags, in attributes that are read, in calls that show texts. */
export function literalTexts(file: string, code: string): LiteralText[] {
  const { program } = parseSync(file, code);
  const found: LiteralText[] = [];
  const note = (node: Node, text: string, nameIsFine: boolean) => {
    if (!WORD.test(text) || (nameIsFine && NAME.test(text.trim()))) return;
    found.push({ line: code.slice(0, node.start).split('\n').length, text: text.trim() });
  };
  visit(program as unknown as Node, (node) => {
    if (node.type === 'JSXText') note(node, String(node['value']), false);
    if (node.type === 'JSXAttribute' && READ_BY_PEOPLE.has(nameOf(node['name'])))
      for (const text of valuesOf(node['value'])) note(node, text, false);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as Node[])
        if (child.type === 'JSXExpressionContainer')
          for (const text of valuesOf(child['expression'])) note(child, text, false);
    if (node.type === 'CallExpression' && SPEAKERS.test(rootOf(node['callee'])))
      for (const argument of node['arguments'] as Node[])
        for (const text of valuesOf(argument)) note(node, text, true);
  });
  return found;
}

function visit(node: Node, look: (node: Node) => void): void {
  look(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) visit(child, look);
}

/** Returns the literal values that an expression may have. */
function valuesOf(value: unknown): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? [value['value']] : [];
    case 'TemplateLiteral':
      return (value['quasis'] as { value: { raw: string } }[]).map((part) => part.value.raw);
    case 'JSXExpressionContainer':
      return valuesOf(value['expression']);
    case 'ConditionalExpression':
      return [...valuesOf(value['consequent']), ...valuesOf(value['alternate'])];
    case 'LogicalExpression':
      return [...valuesOf(value['left']), ...valuesOf(value['right'])];
    default:
      return [];
  }
}

function nameOf(value: unknown): string {
  return isNode(value) ? String(value['name']) : '';
}

function rootOf(value: unknown): string {
  if (!isNode(value)) return '';
  return value.type === 'MemberExpression' ? rootOf(value['object']) : nameOf(value);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
