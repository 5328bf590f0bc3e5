import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

const MIB = 1024 * 1024;

describe('settings that bound what comes in and what is kept', () => {
  it('have the defaults that are written down', () => {
    expect(readConfig({})).toMatchObject({
      upload: { fileBytes: 10 * MIB, files: 20, bytes: 50 * MIB },
      jsonBytes: MIB,
      loginFailures: { most: 10, seconds: 900 },
      convertMs: 120_000,
      converterIdleMs: 180_000,
      headerLine: true,
      paper: 'letter',
      resolution: 'fine',
      mailAttachmentBytes: 10 * MIB,
      mailBytes: 40 * MIB,
      keepDays: { deleted: 30, closed: 30, calls: 90, audit: 2192 },
      retention: { least: 7, most: null },
      usageRollUp: { hour: 3, minute: 0 },
      numberRestDays: 90,
    });
  });

  it('are what the environment says', () => {
    const env = {
      F2E_UPLOAD_FILE_MIB: '25',
      F2E_UPLOAD_FILES: '5',
      F2E_UPLOAD_MIB: '60',
      F2E_CONVERT_IDLE_SECONDS: '0',
      F2E_CONVERT_SECONDS: '300',
      F2E_HEADER_LINE: '0',
      F2E_USAGE_ROLLUP: '04:30',
      F2E_NUMBER_REST_DAYS: '7',
      F2E_MAIL_MIB: '90',
      F2E_PAPER: 'a4',
      F2E_RESOLUTION: 'standard',
      // Six years, which HIPAA asks for.
      F2E_RETENTION_MAX_DAYS: '2192',
      F2E_SCRUB_DAYS: '0',
      F2E_NEW_ACCOUNT_DAYS: '0',
      F2E_BACKUPS: '2192',
      F2E_UPGRADE_BACKUPS: '0',
    };
    expect(readConfig(env)).toMatchObject({
      upload: { fileBytes: 25 * MIB, files: 5, bytes: 60 * MIB },
      convertMs: 300_000,
      converterIdleMs: Infinity,
      headerLine: false,
      usageRollUp: { hour: 4, minute: 30 },
      numberRestDays: 7,
      mailBytes: 90 * MIB,
      paper: 'a4',
      resolution: 'standard',
      retention: { least: 7, most: 2192 },
      scrubDays: 0,
      dayLimits: { newDays: 0 },
      nightlyBackups: { keep: 2192 },
      upgradeBackups: 0,
    });
    expect(readConfig({ F2E_CONVERT_IDLE_SECONDS: '3600' }).converterIdleMs).toBe(3_600_000);
    expect(readConfig({ F2E_RETENTION_MAX_DAYS: '99999' }).retention.most).toBe(99_999);
  });

  it.each([
    ['F2E_UPLOAD_FILE_MIB', '0', 'must be 1 to 60 MiB'],
    ['F2E_UPLOAD_FILES', '101', 'must be 1 to 100 files'],
    ['F2E_UPLOAD_MIB', '61', 'must be 1 to 60 MiB'],
    ['F2E_JSON_MIB', 'much', 'must be 1 to 16 MiB'],
    ['F2E_SESSION_IDLE_MINUTES', '0.005', 'must be 1 to 525600 minutes'],
    ['F2E_SESSION_IDLE_MINUTES', '525601', 'must be 1 to 525600 minutes'],
    ['F2E_SESSION_HOURS', '0', 'must be 1 to 8760 hours'],
    ['F2E_SESSION_HOURS', '9999999', 'must be 1 to 8760 hours'],
    ['F2E_LOGIN_FAILURES', '0', 'must be 1 to 1000 failures'],
    ['F2E_LOGIN_FAILURE_MINUTES', '-5', 'must be 1 to 1440 minutes'],
    ['F2E_CONVERT_SECONDS', '901', 'must be 1 to 900 seconds'],
    ['F2E_MAIL_ATTACHMENT_MIB', '1.5', 'must be 1 to 100 MiB'],
    ['F2E_MAIL_MIB', '101', 'must be 1 to 100 MiB'],
    ['F2E_NUMBER_REST_DAYS', '0', 'must be 1 to 99999 days'],
    ['F2E_RETENTION_MAX_DAYS', '100000', 'must be 0 to 99999 days'],
    ['F2E_SCRUB_DAYS', '-1', 'must be 0 to 99999 days'],
    ['F2E_NEW_ACCOUNT_DAYS', '00', 'must be 0 to 99999 days'],
    ['F2E_CONVERT_IDLE_SECONDS', '86401', 'must be 0 to 86400 seconds'],
    ['F2E_BACKUPS', '0', 'must be 1 to 9999 backups'],
    ['F2E_UPGRADE_BACKUPS', '1000', 'must be 0 to 999 copies'],
    ['F2E_USAGE_ROLLUP', '24:00', 'must be a time of day like 03:00'],
    ['F2E_HEADER_LINE', 'off', 'Invalid'],
    ['F2E_PAPER', 'A5', 'Invalid'],
    ['F2E_RESOLUTION', 'superfine', 'Invalid'],
  ])('%s=%s stops the start with a sentence that names it', (name, value, why) => {
    const start = () => readConfig({ [name]: value });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new RegExp(`^${name} .*${why}.*"${value}"`));
  });

  it('a file may not be larger than all files together', () => {
    expect(() => readConfig({ F2E_UPLOAD_MIB: '5' })).toThrow(
      'F2E_UPLOAD_FILE_MIB must be no more than F2E_UPLOAD_MIB (it is 10 of 5).',
    );
  });
});
