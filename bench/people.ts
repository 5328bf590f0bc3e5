import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import type { Database } from '#engine/database/port.ts';
import { PASSWORD, makeAccount } from '#test/factories.ts';

/** A person with an account and a session. */
export interface Person {
  number: string;
  headers: Record<string, string>;
}

/** A response. */
export interface Answered {
  status: number;
  body: string;
  cookies: string[];
}

/** How long a request waits for a response in milliseconds; then it counts as unanswered. */
const PATIENCE_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Sends one request with as little work as possible: the generator shares the processor with what it measures. */
export async function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Answered> {
  return await new Promise((resolve) => {
    const none = (): void => resolve({ status: 0, body: '', cookies: [] });
    const length = body ? { 'content-length': String(body.length) } : {};
    const asked = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', none);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: Buffer.concat(parts).toString(),
          cookies: answer.headers['set-cookie'] ?? [],
        }),
      );
    });
    asked.on('error', none);
    asked.setTimeout(PATIENCE_MS, () => asked.destroy());
    asked.end(body);
  });
}

/** Creates accounts directly in the database, because the commands would take a second each. */
export async function makePeople(database: Database, many: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const number = String(2_127_550_000 + n);
    await makeAccount(database.db, { number, monthLimit: 1_000_000 });
    numbers.push(number);
  }
  return numbers;
}

/** Logs in; returns the status if that fails. */
export async function logIn(
  origin: string,
  number: string,
  password: string = PASSWORD,
): Promise<Person | number> {
  const basic = Buffer.from(`${number}:${password}`).toString('base64');
  const answer = await ask(`${origin}/api/n1/auth/login/faxuser.cookie`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
  });
  if (answer.status !== 200) return answer.status;
  const cookies = answer.cookies.map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  return { number, headers: { cookie: cookies.join('; '), 'x-access-token': token ?? '' } };
}

/** A text of three pages. */
export const LETTER = Array.from(
  { length: 150 },
  (_, line) => `Line ${line} of a letter of three pages.`,
).join('\n');

/** Sends a letter of three pages, or another file; returns the ids of its jobs if it was acknowledged. */
export async function sendLetter(
  origin: string,
  { headers }: Person,
  to: string,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } = { name: 'letter.txt', bytes: Buffer.from(LETTER) },
): Promise<{ status: number; jobs: number[] }> {
  const form = new FormData();
  form.set('destinations', to);
  form.append('userfiles[0]', new Blob([file.bytes]), file.name);
  const whole = new Response(form);
  const answer = await ask(`${origin}/api/faxui/sendFax`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': whole.headers.get('content-type') ?? '',
      'idempotency-key': randomUUID(),
    },
    body: Buffer.from(await whole.arrayBuffer()),
  });
  if (answer.status !== 200) return { status: answer.status, jobs: [] };
  const { data } = JSON.parse(answer.body) as { data: { jobs: { jobid: string }[] } };
  return { status: 200, jobs: data.jobs.map(({ jobid }) => Number(jobid)) };
}

/** Opens the stream of hints of a page. Calls `heard` for everything that arrives. */
export async function openPage(origin: string, { headers }: Person, heard: () => void): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  return await new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no stream of hints was opened')));
    socket.once('data', () => {
      socket.setTimeout(0);
      socket.on('data', heard);
      socket.removeListener('error', reject);
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
    socket.write(
      `GET /api/faxui/events HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\ncookie: ${headers['cookie'] ?? ''}\r\n` +
        `x-access-token: ${headers['x-access-token'] ?? ''}\r\n\r\n`,
    );
  });
}

/** Returns the memory in MB of a process and all its descendants. */
export function memoryOf(pid: number): number {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const parent = Number(field(name, 'PPid'));
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const sum = (id: number): number =>
    Number(/\d+/u.exec(field(String(id), 'VmRSS'))?.[0] ?? 0) / 1024 +
    (children.get(id) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(pid);
}

function field(pid: string, name: string): string {
  try {
    return (
      new RegExp(`^${name}:\\s*(.*)$`, 'mu').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
    );
  } catch {
    return ''; // It has ended.
  }
}
