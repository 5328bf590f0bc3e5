/** A piece of code and its kind. */
export interface Token {
  kind: 'plain' | 'key' | 'string' | 'number' | 'comment';
  text: string;
}

const RULES = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.]*\b|\b(?:true|false|null)\b)/gu,
  shell: /(?<comment>^#.*$)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<key>(?<=-F )\w+)/gmu,
  typescript:
    /(?<comment>\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)|(?<key>\b(?:import|from|const|await|new|if|throw|for|of|export)\b)|(?<number>\b\d+\b|\b(?:true|false|null)\b)/gmu,
} as const;

/** The languages of code. */
export type CodeLanguage = keyof typeof RULES;

/** Splits code into pieces of the same color. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(RULES[language])) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ['plain'];
    tokens.push({ kind: kind as Token['kind'], text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}
