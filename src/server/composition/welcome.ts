import { relative } from 'node:path';

import { SAMPLE_ACCOUNTS } from '#server/seed/samples.ts';
import { credentialsFile, readCredentials } from '#server/seed/credentials.ts';

/** Returns the text shown on the terminal when the product is ready: its address, and what to try first. */
export async function welcome(address: string, dataDir: string): Promise<string> {
  const lines = [
    '',
    'Fax-to-Email is running.',
    '',
    `  Open        ${address}`,
    ...(await demonstration(dataDir)),
    '',
    'Press Ctrl+C to stop. `npx f2e doctor` checks this installation.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const ADD_ACCOUNT = [
  '  Add logins  npx f2e account add --brand 1 --number <fax number> --email <address> --password-stdin',
];

/** Returns lines with the logins as they were created; a password changed since is not known here. */
async function demonstration(dataDir: string): Promise<string[]> {
  const credentials = await readCredentials(dataDir);
  const file = relative(process.cwd(), credentialsFile(dataDir));
  const [from = '', to = ''] = SAMPLE_ACCOUNTS.map(({ number }) => number);
  const password = credentials.get(from);
  if (password === undefined) return ADD_ACCOUNT;
  return [
    `  Log in as   ${from}`,
    `  Password    ${password} (all demonstration logins: ${file.startsWith('..') ? credentialsFile(dataDir) : file})`,
    '',
    `Try this: write a fax to ${to} and attach a PDF. Then log in as ${to} and read it.`,
  ];
}
