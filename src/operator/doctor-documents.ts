import { existsSync } from 'node:fs';

import { FALLBACK_FONTS } from '#engine/documents/converters/fallback-fonts.ts';
import { findTool } from '#engine/documents/sandbox/confine.ts';
import { openVirusScanner } from '#engine/virus-scan/choose.ts';

import { askService } from './ask-service.ts';
import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';

/**
 * Checks whether bubblewrap and its requirements work here, for this command and for the running product: a service has
 * restrictions that a shell does not have, and vice versa. Where they differ, the product's result counts.
 */
export async function checkSandbox({ config, documents }: Installation): Promise<Finding> {
  const here = (await (await documents()).status()).sandbox;
  const running = (await askService(config))?.sandbox ?? 'unknown';
  if (running === 'ok' && here !== 'ok')
    return {
      ok: true,
      message: 'The running service converts documents in a sandbox; this command could not.',
      remedy: 'Run the command as the user of the service, if you want to see what the service sees.',
    };
  if (running === 'unavailable' && here === 'ok')
    return {
      ok: config.untrustedDocuments === 'accept-risk',
      message: 'The running service cannot convert documents in a sandbox; this command could.',
      remedy:
        'Start the service anew. If that changes nothing, its unit keeps bubblewrap from working: docs/install.md, «The sandbox of documents».',
    };
  if (here === 'ok') return { ok: true, message: 'Documents are converted in a sandbox.' };
  return {
    ok: config.untrustedDocuments === 'accept-risk',
    message: 'Documents cannot be converted in a sandbox.',
    remedy:
      findTool('bwrap') === undefined
        ? 'Install bubblewrap (apt-get install bubblewrap).'
        : 'This machine keeps bubblewrap from making a sandbox: docs/install.md, «The sandbox of documents».',
  };
}

/** Checks whether every kind of attachment has its program; the remedy names what is missing. */
export async function checkConverters({ config, documents }: Installation): Promise<Finding> {
  const missing = (await (await documents()).status()).types.filter(({ ok }) => !ok);
  const running = await askService(config);
  // Without a sandbox nothing is converted; the preceding check reports that.
  const unseen = running?.sandbox === 'ok' ? running.unavailable : [];
  const behind = unseen.filter((type) => missing.every(({ extension }) => extension !== type));
  if (behind.length > 0)
    return {
      ok: false,
      message: `The running service cannot convert ${behind.join(', ')}; this command could.`,
      remedy: 'Its unit hides the programs from it: compare it with deploy/systemd.',
    };
  if (missing.length === 0) return { ok: true, message: 'Every kind of attachment can be converted.' };
  const reasons = new Set(missing.map(({ reason }) => reason ?? 'not available'));
  return {
    ok: false,
    message: `These cannot be converted: ${missing.map(({ extension }) => extension).join(', ')}.`,
    remedy: `${[...reasons].join('; ')}.`,
  };
}

/** Checks whether the virus scanner answers, if one is configured: without it nobody can upload. */
export async function checkScanner({ config }: Installation): Promise<Finding> {
  const scanner = openVirusScanner(config.clamav);
  if (!scanner) return { ok: true, message: 'Uploads are not scanned for viruses (F2E_CLAMAV is empty).' };
  const health = await scanner.check();
  return health.ok
    ? { ok: true, message: 'Uploads are scanned for viruses.' }
    : {
        ok: false,
        message: `Uploads are refused: the virus scanner does not answer (${health.reason}).`,
        remedy: 'Start clamd, or correct F2E_CLAMAV.',
      };
}

/** Checks whether the fonts for texts without embedded fonts are installed. */
export async function checkFonts(): Promise<Finding> {
  const files = Object.values(FALLBACK_FONTS.fonts).flatMap((fonts) => fonts.map(({ url }) => url));
  const missing = files.filter((file) => !existsSync(file));
  return await Promise.resolve(
    missing.length === 0
      ? { ok: true, message: `${new Set(files).size} fonts for texts without their own are there.` }
      : { ok: false, message: `${missing.length} fonts are missing.`, remedy: 'Run npm ci again.' },
  );
}

/** Checks whether the text of faxes can be recognized, if that is enabled. */
export async function checkRecognition({ config, documents }: Installation): Promise<Finding> {
  if (config.readText === 'off')
    return { ok: true, message: 'The text of faxes is not recognized: F2E_OCR=off.' };
  const { languages, reason } = (await (await documents()).status()).recognition;
  if (reason === undefined) return { ok: true, message: `Text is recognized in: ${languages.join(', ')}.` };
  return {
    ok: false,
    message: `The text of faxes cannot be recognized: ${reason}.`,
    remedy: 'Install tesseract-ocr and tesseract-ocr-eng, or set F2E_OCR=off.',
  };
}
