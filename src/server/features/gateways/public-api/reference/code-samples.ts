/** A call as the examples make it. */
export interface SampleCall {
  method: string;
  /** The complete address, with example ids and query. */
  url: string;
  /** The body, if there is one. */
  body: Readonly<Record<string, unknown>> | undefined;
  /** Whether to send the body as a form, with a file. */
  multipart: boolean;
  /** Whether to send the Idempotency-Key header. */
  idempotent: boolean;
  /** The name of the file in the response; undefined if the response is JSON. */
  file: string | undefined;
}

/** The value of that header in examples. */
const REPEAT_KEY = 'order-20418';

/** The file that examples send. */
const SENT_FILE = 'letter.pdf';

/** Every language of the reference; adding one takes one row. */
export const SAMPLE_LANGUAGES: readonly {
  lang: string;
  label: string;
  write: (call: SampleCall) => string;
}[] = [
  { lang: 'Shell', label: 'curl', write: curl },
  { lang: 'TypeScript', label: 'TypeScript', write: typescript },
];

/** Returns the call as a command; everything else it needs is in environment variables. */
export function curl({ method, url, body, multipart, idempotent, file }: SampleCall): string {
  const usual = body ? 'POST' : 'GET';
  return [
    `curl ${method === usual ? '' : `-X ${method} `}${url.includes('?') ? `"${url}"` : url}`,
    '-H "Authorization: Bearer $F2E_API_KEY"',
    ...(idempotent ? [`-H "Idempotency-Key: ${REPEAT_KEY}"`] : []),
    ...(body && !multipart
      ? ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]
      : []),
    ...(body && multipart
      ? formFields(body).map(
          ([name, value]) => `-F ${name}=${value === null ? `@${SENT_FILE}` : shell(value)}`,
        )
      : []),
    ...(file === undefined ? [] : [`-o ${file}`]),
  ].join(' \\\n  ');
}

/** Returns the call with plain fetch, for Node, Deno and Bun. */
export function typescript({ method, url, body, multipart, idempotent, file }: SampleCall): string {
  const lines: string[] = [];
  const reads = body && multipart ? ['readFile'] : [];
  const writes = file === undefined ? [] : ['writeFile'];
  const files = [...reads, ...writes];
  if (files.length > 0) lines.push(`import { ${files.join(', ')} } from "node:fs/promises";`, '');
  if (body && multipart) lines.push(...formLines(body), '');
  lines.push(
    `const response = await fetch("${url}", {`,
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    '  headers: {',
    '    Authorization: `Bearer ${process.env.F2E_API_KEY}`,',
    ...(idempotent ? [`    "Idempotency-Key": "${REPEAT_KEY}",`] : []),
    ...(body && !multipart ? ['    "Content-Type": "application/json",'] : []),
    '  },',
    ...(body ? [multipart ? '  body: form,' : `  body: JSON.stringify(${literal(body)}),`] : []),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    file === undefined
      ? 'console.log(await response.json());'
      : `await writeFile("${file}", new Uint8Array(await response.arrayBuffer()));`,
  );
  return lines.join('\n');
}

/** Returns the fields of a form in their order; null stands for the file. A form cannot contain nested objects. */
function formFields(body: Readonly<Record<string, unknown>>): [string, string | null][] {
  const fields = Object.entries(body).flatMap(([name, value]): [string, string | null][] => {
    if (name === 'files') return [];
    if (Array.isArray(value)) return value.map((one) => [name, String(one)]);
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)]]
      : [];
  });
  return [...fields, ['file', null]];
}

function formLines(body: Readonly<Record<string, unknown>>): string[] {
  return [
    'const form = new FormData();',
    ...formFields(body).map(([name, value]) =>
      value === null
        ? `form.append("${name}", new Blob([await readFile("${SENT_FILE}")]), "${SENT_FILE}");`
        : `form.append("${name}", ${JSON.stringify(value)});`,
    ),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function shell(text: string): string {
  return /^[\w.,:+@/-]+$/u.test(text) ? text : quoted(text);
}

function literal(body: object): string {
  return JSON.stringify(body, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gmu, '$1$2:')
    .replaceAll('\n', '\n  ');
}
