import { existsSync, readFileSync } from 'node:fs';

import { withSetupLock } from './setup-lock.mjs';
import { readStamp, writeStamp } from './setup-packages.mjs';
import { capture, runStep } from './processes.mjs';
import { say } from './project.mjs';

/** The sandbox for untrusted documents, the converters that run inside it, and fonts for documents that embed none. */
const RUNTIME = [
  'bubblewrap',
  'ghostscript',
  'libreoffice-calc-nogui',
  'libreoffice-draw-nogui',
  'libreoffice-impress-nogui',
  'libreoffice-writer-nogui',
  'python3-uno',
  'tesseract-ocr',
  'tesseract-ocr-ara',
  'tesseract-ocr-deu',
  'tesseract-ocr-eng',
  'tesseract-ocr-fra',
  'tesseract-ocr-por',
  'tesseract-ocr-spa',
  'fonts-liberation',
  'fonts-noto-cjk',
  'fonts-noto-core',
  'fonts-noto-color-emoji',
];

/**
 * A browser for the end-to-end tests, third-party programs that check our faxes and documents, and real servers to talk
 * to.
 */
const TESTS = [
  'chromium',
  'chromium-headless-shell',
  'libtiff-tools',
  'poppler-utils',
  'zxing-cpp-tools',
  'clamav-daemon',
  // A HylaFAX server and the soft modems for it to call.
  'hylafax-server',
  'hylafax-client',
  'procps',
  // Remote ends of SIP lines.
  'kamailio',
  'kamailio-tls-modules',
  'sip-tester',
  // A mail server, its mailboxes and its name server.
  'postfix',
  'dovecot-imapd',
  'dovecot-lmtpd',
  'unbound',
  'swaks',
  'libnet-ssleay-perl',
  'libauthen-sasl-perl',
  'openssl',
  'openssh-server',
  'nginx-light',
  // A single sign-on provider, without the database server that it would install.
  'glewlwyd',
  'dbconfig-sqlite3',
  // These run the examples of docs/api.
  'php-cli',
  'golang-go',
  'openjdk-17-jdk-headless',
];

/**
 * The libraries of the fax engine of SIP lines. These package names are the same in all releases of Debian and Ubuntu.
 */
const ENGINE = ['libspandsp-dev', 'libsrtp2-dev', 'libtiff-dev'];

/** Compiles the engine; tests compile modems with it, too. */
const COMPILER = ['gcc', 'libc6-dev'];

/** Tools to search the models in models/. */
const MODELS = ['spin', 'gcc', 'libc6-dev'];

/** A database, a bucket and the servers in front of several processes (`npm run test:cluster`). */
const CLUSTER = [
  'postgresql',
  'pgbouncer',
  'haproxy',
  'swift-proxy',
  'swift-account',
  'swift-container',
  'swift-object',
];

/** A database, and tools that make its network lose packets and its clock wrong (`npm run chaos`). */
const CHAOS = ['postgresql', 'iproute2', 'nftables', 'libfaketime'];

/** Decodes the packets of calls, and relays their media (`npm run test:lines`). */
const LINES = ['tshark', 'rtpengine-daemon'];

/** Delay before another attempt: a machine without a network would otherwise waste time on every start. */
const TRY_AGAIN_AFTER_MS = 60 * 60_000;

/**
 * What is needed besides running the product: `tests` for all tests, `cluster` for those over several processes,
 * `lines` for those of SIP lines at their limits, `chaos` for those that break networks and clocks, `sip` to run the fax engine of
 * SIP lines, `compiler` to build it.
 * @typedef {{ tests: boolean, cluster: boolean, lines: boolean, chaos: boolean, sip: boolean, compiler: boolean }} Needs
 */

/** Installs missing system packages, or explains how to. Never stops the setup. @param {Needs} needs */
export async function provideSystemPackages({ tests, cluster, lines, chaos, sip, compiler }) {
  const more = [
    ...(tests ? [...TESTS, ...MODELS] : []),
    ...(tests || sip ? ENGINE : []),
    ...(tests || compiler ? COMPILER : []),
    ...(cluster ? CLUSTER : []),
    ...(lines ? LINES : []),
    ...(chaos ? CHAOS : []),
  ];
  await provide([...new Set([...RUNTIME, ...more])]);
}

/** Installs only the packages that searching the models needs. */
export async function provideModelPackages() {
  await provide(MODELS);
}

/** @param {readonly string[]} wanted */
async function provide(wanted) {
  if (!isDebianLike()) {
    say(`This is not Debian or Ubuntu: install the likes of ${wanted.join(', ')} yourself. Going on.`);
    return;
  }
  const missing = missingPackages(wanted);
  if (missing.length === 0) return;
  const how = installer();
  const last = readStamp().systemAttempt;
  const justTried = last?.missing === missing.join(' ') && Date.now() - last.at < TRY_AGAIN_AFTER_MS;
  if (!how || justTried) {
    tellHow(missing);
    return;
  }
  say(`installing system packages: ${missing.join(' ')}`);
  await withSetupLock(async () => await install(how, [...missing]));
  const still = missingPackages(missing);
  writeStamp({ systemAttempt: { missing: still.join(' '), at: Date.now() } });
  if (still.length > 0) tellHow(still);
}

/**
 * Installs packages; a name that a distribution does not have makes apt-get fail for all, so then each is tried alone.
 * @param {string[]} how @param {string[]} missing
 */
async function install(how, missing) {
  await keepFromStarting(how, missing);
  await apt(how, ['update']);
  const options = ['install', '--yes', '--no-install-recommends'];
  if ((await apt(how, [...options, ...missing])) === 0 || missing.length === 1) return;
  for (const name of missing) await apt(how, [...options, name]);
}

/**
 * Prevents Glewlwyd from starting: Debian's package starts as a service that anybody can enter with the password of its
 * manual. Tests start their own, so on machines with systemd the service is masked first; if that fails, the package is
 * left out.
 * @param {string[]} how @param {string[]} missing
 */
async function keepFromStarting(how, missing) {
  const at = missing.indexOf('glewlwyd');
  if (at === -1 || !existsSync('/run/systemd/system')) return;
  const [file, ...rest] = [...how, 'systemctl', 'mask', 'glewlwyd.service'];
  if ((await runStep(file, rest)) === 0) return;
  say('glewlwyd.service could not be masked, so Glewlwyd is not installed.');
  missing.splice(at, 1);
}

/** @param {string[]} how @param {string[]} args */
async function apt(how, args) {
  const [file, ...rest] = [
    ...how,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-o',
    'DPkg::Lock::Timeout=120',
    ...args,
  ];
  return await runStep(file ?? 'env', rest);
}

/** Returns how to become root without a prompt; undefined if that is not possible. */
function installer() {
  if (process.getuid?.() === 0) return [];
  return capture('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : undefined;
}

/** @param {string[]} missing */
function tellHow(missing) {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  say(
    `Missing: ${missing.join(', ')}. Going on without; \`npx f2e doctor\` shows what that costs. To install them, run:`,
  );
  say(`  ${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends ${missing.join(' ')}`);
}

/** @param {readonly string[]} wanted */
function missingPackages(wanted) {
  // dpkg-query fails if it does not know one of the names, but still prints the others.
  const { stdout } = capture('dpkg-query', [
    '--show',
    '--showformat=${Package} ${db:Status-Status}\\n',
    ...wanted,
  ]);
  return notInstalled(wanted, stdout);
}

/** @param {readonly string[]} wanted @param {string} listing lines of `name status` */
export function notInstalled(wanted, listing) {
  const lines = new Set(listing.split('\n').map((line) => line.trim()));
  return wanted.filter((name) => !lines.has(`${name} installed`));
}

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/mu.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}
