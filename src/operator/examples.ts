import type { Command } from 'commander';

import { leavesOf } from './command-tree.ts';

/** The most common uses, by command; a test parses each line as the shell would. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'account add': [
    'f2e account add --brand 1 --number 2125550101 --email owner@example.com',
    'f2e account add --brand 1 --area 212 --email owner@example.com --month-limit 500 --dry-run',
  ],
  'account list': ['f2e account list --brand 1 --json'],
  'account suspend': ['f2e account suspend 12 --dry-run'],
  'account resend-verify': ['f2e account resend-verify 12'],
  'ban clear': ['f2e ban clear'],
  'blocked-domain add': ['f2e blocked-domain add mail.example --reason "not ours"'],
  'brand add': ['f2e brand add "Example Fax" --domain fax.example.com --title "Example Fax" --lang en'],
  'brand asset': ['f2e brand asset 2 logo logo.svg', 'f2e brand asset 2 logo --remove'],
  'brand domain add': ['f2e brand domain add 2 fax.example.org'],
  'brand notice': ['f2e brand notice 2 billing-portal --url https://billing.example.com'],
  'brand set': ['f2e brand set 2 origin=https://fax.example.com title="Example Fax"'],
  'brand words': ['f2e brand words 2 en words.json'],
  'cancellation approve': [
    'f2e cancellation approve 4 --at month-end',
    'f2e cancellation approve 4 --at now',
  ],
  'cover add': ['f2e cover add letter.typ --brand 2 --name "Letter"'],
  'cover preview': ['f2e cover preview 1 classic.pdf'],
  'fax receive-test': ['f2e fax receive-test --to 2125550101 --from 3105550111 letter.pdf'],
  'fax route': ['f2e fax route 3 --to 2125550101'],
  'fax send': ['f2e fax send --from 12 --to 3105550111 letter.pdf terms.docx'],
  'job list': ['f2e job list --state WAITING'],
  'line add': [
    'f2e line add --kind hylafax --name fax1 --pattern "*" --url "hylafax://fax:secret@127.0.0.1:4559?modem=ttyS0"',
    'f2e line add --kind hylafax --install --modem ttyUSB0 --number 2125550100 --name fax1',
    'f2e line add --kind simulator --name sim --pattern "*"',
  ],
  'line hylafax install-hooks': ['f2e line hylafax install-hooks --spool /var/spool/hylafax'],
  'line set': ['f2e line set trunk --sip-options "t38=request&rate=9600"'],
  'line test': ['f2e line test fax1'],
  'location import': ['f2e location import areas.csv --dry-run'],
  'locale check': ['f2e locale check'],
  'mail dns': ['f2e mail dns --domain example.com'],
  'number add': [
    'f2e number add --area 212 2125550110 2125550111',
    'f2e number add --tollfree 8005550110',
    'f2e number add numbers.csv',
  ],
  'number assign': ['f2e number assign 2125550110 12'],
  'number move': ['f2e number move 2125550110 13 --dry-run'],
  'operator add': [
    'f2e operator add anna',
    'f2e operator add omar --role support --email omar@example.com --no-password',
  ],
  'parent add': [
    'f2e parent add --brand 1 --username acme --email a@example.com --services 10 --pages 3000 --password-stdin',
  ],
  'parent slots': ['f2e parent slots 3 +5'],
  'port complete': ['f2e port complete 7 --number 2125550120'],
  'product add': ['f2e product add --brand 1 --code basic --type local --name "Basic" --month-limit 300'],
  'session revoke': ['f2e session revoke 12'],
  'sso add': [
    'f2e sso add --brand 1 --name Clinic --issuer https://login.example.com --client-id CLIENT --secret-stdin --domain clinic.example',
    'f2e sso add --operators --name Staff --issuer https://login.example.com --client-id CLIENT --secret-stdin --domain acme.example',
  ],
  'sso group give': [
    'f2e sso group give 1 fax-frontdesk member --account 12',
    'f2e sso group give 4 fax-support support --console',
  ],
  'sso set': ['f2e sso set 1 --scope groups --session-minutes 480'],
  'sso-ticket': ['f2e sso-ticket --account 12'],
  backup: [
    'f2e backup /var/lib/f2e-backups/f2e-monday.tar',
    'f2e backup /var/lib/f2e-backups/f2e-tuesday.tar --without-key',
  ],
  restore: [
    'f2e restore /var/lib/f2e-backups/f2e-monday.tar --verify',
    'f2e restore /var/lib/f2e-backups/f2e-monday.tar',
  ],
  doctor: ['f2e doctor', 'f2e doctor --json'],
  fsck: ['f2e fsck --dry-run', 'f2e fsck', 'f2e fsck --from /var/lib/f2e-backups/f2e-monday.tar'],
  migrate: ['f2e migrate status'],
};

/** Adds the examples to the help of their commands. */
export function addExamples(program: Command): void {
  for (const [path, command] of leavesOf(program, [])) {
    const lines = EXAMPLES[path];
    if (lines) {
      const head = lines.length === 1 ? 'Example:' : 'Examples:';
      command.addHelpText('after', `\n${head}\n${lines.map((line) => `  ${line}`).join('\n')}`);
    }
  }
}
