import { test } from '../e2e/product.ts';
import { take } from './camera.ts';
import { SCENES } from './scenes.ts';
import { STATES } from './state-scenes.ts';
import { longestLanguage } from '../e2e/words.ts';

/**
 * English is in mailbox.shot.ts; here are the language with the longest texts, and one that runs from right to left.
 */
for (const language of [longestLanguage(), 'ar'])
  // The preview of a brand has its own language; state scenes name their places in English.
  for (const scene of SCENES.filter(
    (one) => !['ui-gallery', 'brand-preview'].includes(one.name) && !STATES.includes(one),
  ))
    test(`the screen ${scene.name} in ${language}`, async ({ browser, product, baseURL }) => {
      test.setTimeout(180_000);
      await take(browser, product, baseURL ?? '', scene, language);
    });
