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

/** What must hold of the send queue; those with the same switches share a program. @type {readonly Claim[]} */
const CLAIMS = [
  ...over('line, 2 mishaps', ['MISHAPS=2'], ['once', 'fenced', 'cancelled', 'truthful', 'kept', 'enough']),
  ...over(
    'line, no stop in the last instant',
    ['MISHAPS=2', 'WHOLE_INSTANT', 'CANCELS=0'],
    ['once', 'owned'],
  ),
  ...over(
    'line, a retry and a person who sends again',
    ['MISHAPS=1', 'RETRIES=1', 'RESENDS=1'],
    ['once', 'truthful', 'enough'],
  ),
  ...over('on-net, 3 mishaps', ['ONNET', 'MISHAPS=3'], ['once', 'fenced', 'truthful', 'kept', 'enough']),
  ...over('line, 1 mishap, for ever', ['MISHAPS=1', 'FOR_EVER'], ['ends'], true),
  ...over('on-net, 2 mishaps, for ever', ['ONNET', 'MISHAPS=2', 'FOR_EVER'], ['ends'], true),
];

/** Searches at the same time: each needs a core and some hundred megabytes. */
const AT_ONCE = 2;

/**
 * Searches every state of the models for a violation of what they claim, and fails when there is one, or when a search
 * did not see all states. The trail of a violation is kept and named.
 */
await runScript(async () => {
  await setUpPackages();
  await provideModelPackages();
  const folder = mkdtempSync(join(tmpdir(), 'f2e-models-'));
  const programs = new Map();
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
  /** @param {Claim} claim @param {string} place */
  const check = async (claim, place) => {
    const key = [claim.says, claim.live].join();
    if (!programs.has(key)) programs.set(key, makeSearch(MODEL, claim, join(place, 'program')));
    const found = await search(await programs.get(key), claim, place);
    const size = `${found.states} states, depth ${found.depth}`;
    say(`${found.verdict.padEnd(10)} ${claim.property.padEnd(9)} (${claim.says}): ${size}`);
    if (found.verdict === 'incomplete') say(found.output.trimEnd());
    if (found.verdict === 'violated') say(`  ${replay(claim, place)}`);
    return found;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  say(`${CLAIMS.length} properties, ${states} states in ${seconds} s`);
  if (troubles > 0) throw new SetupError(`${troubles} of ${CLAIMS.length} properties are not proved.`);
  rmSync(folder, { recursive: true, force: true });
});

/** @param {string} says @param {readonly string[]} switches @param {readonly string[]} properties @returns {Claim[]} */
function over(says, switches, properties, live = false) {
  return properties.map((property) => ({ property, switches, says, live }));
}

/** How to see the steps that lead to a violation. @param {Claim} claim @param {string} place */
function replay({ switches = [] }, place) {
  const trail = join(place, 'send-job.pml.trail');
  return `spin -t -p -k ${trail} ${switches.map((name) => `-D${name}`).join(' ')} ${MODEL}`;
}
