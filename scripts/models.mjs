#!/usr/bin/env node
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SetupError, inProject, runScript, say } from './project.mjs';
import { provideModelPackages } from './setup-system.mjs';
import { setUpPackages } from './setup.mjs';
import { makeSearch, search } from './spin.mjs';

/** @typedef {import('./spin.mjs').Check & { says: string }} Claim */

const MODEL = inProject('models', 'send-job.pml');

/** The properties that `safe` combines; `owned` only if WHOLE_INSTANT is set. */
const SAFE = ['once', 'fenced', 'owned', 'cancelled', 'truthful', 'kept', 'enough'];

/** The claims about the send queue that must hold. @type {readonly Claim[]} */
const CLAIMS = [
  { says: 'line, 2 faults', switches: ['MISHAPS=2'], property: 'safe' },
  {
    says: 'line, no stop in the last instant',
    switches: ['MISHAPS=2', 'WHOLE_INSTANT', 'CANCELS=0'],
    property: 'safe',
  },
  {
    says: 'line, a retry and a person who sends again',
    switches: ['MISHAPS=1', 'RETRIES=1', 'RESENDS=1'],
    property: 'safe',
  },
  { says: 'on-net, 3 faults', switches: ['ONNET', 'MISHAPS=3'], property: 'safe' },
  {
    says: 'line, 1 fault, infinite runs',
    switches: ['MISHAPS=1', 'FOR_EVER'],
    property: 'ends',
    live: true,
  },
  {
    says: 'on-net, 2 faults, infinite runs',
    switches: ['ONNET', 'MISHAPS=2', 'FOR_EVER'],
    property: 'ends',
    live: true,
  },
];

/** Concurrent searches: each needs a core and a few hundred megabytes. */
const AT_ONCE = 2;

/**
 * Searches every state of the models for a violation of their claims. Fails if there is one, or if a search did not
 * reach all states. Keeps the trail of a violation and prints its location.
 */
await runScript(async () => {
  await setUpPackages();
  await provideModelPackages();
  const folder = mkdtempSync(join(tmpdir(), 'f2e-models-'));
  const began = performance.now();
  const queue = CLAIMS.map((claim, n) => ({ claim, folder: join(folder, String(n)) }));
  let states = 0;
  let troubles = 0;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const found = await check(next.claim, next.folder);
      states += found.states;
      if (found.verdict !== 'holds') troubles += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`${CLAIMS.length} searches, ${states} states in ${seconds} s`);
  if (troubles > 0) throw new SetupError(`${troubles} of ${CLAIMS.length} searches prove nothing.`);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one search. If `safe` is violated, searches each of its properties to name the broken ones. @param {Claim} claim @param {string} place */
async function check(claim, place) {
  const program = await makeSearch(MODEL, claim, join(place, 'program'));
  const found = await tell(program, claim, place);
  if (found.verdict === 'violated' && claim.property === 'safe')
    for (const property of SAFE) await tell(program, { ...claim, property }, join(place, property));
  return found;
}

/** @param {string} program @param {Claim} claim @param {string} place */
async function tell(program, claim, place) {
  const found = await search(program, claim, place);
  const size = `${found.states} states, depth ${found.depth}`;
  say(`${found.verdict.padEnd(10)} ${claim.property.padEnd(9)} (${claim.says}): ${size}`);
  if (found.verdict === 'incomplete') say(found.output.trimEnd());
  if (found.verdict === 'violated') say(`  ${replay(claim, place)}`);
  return found;
}

/** Returns the command that shows the steps to a violation. @param {Claim} claim @param {string} place */
function replay({ switches = [] }, place) {
  const trail = join(place, 'send-job.pml.trail');
  return `spin -t -p -k ${trail} ${switches.map((name) => `-D${name}`).join(' ')} ${MODEL}`;
}
