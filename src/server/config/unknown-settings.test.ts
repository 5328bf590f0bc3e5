import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

const WHERE = 'Every setting is in .env.example, and by topic in docs/spec/settings.md.';

describe('a variable that is no setting', () => {
  it.each([
    ['F2E_PORT', 'F2E_LISTEN (HTTP address; 127.0.0.1:8080 by default)'],
    ['F2E_LISTNE', 'F2E_LISTEN ('],
    ['F2E_PROT', 'F2E_LISTEN ('],
    ['F2E_DATABSE_URL', 'F2E_DATABASE_URL ('],
    ['F2E_DB_URL', 'F2E_DATABASE_URL ('],
    ['F2E_listen', 'F2E_LISTEN ('],
    ['F2E_PUBLIC_ORIGINS', 'F2E_PUBLIC_ORIGIN ('],
    ['F2E_LOG_LEVEL', 'F2E_LOG (log level; info by default)'],
    ['F2E_TZ', 'F2E_TIMEZONE ('],
    ['F2E_UPLOAD_MB', 'F2E_UPLOAD_MIB ('],
  ])('%s leads to %s', (name, meant) => {
    const start = () => readConfig({ [name]: '9000' });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(`${name} is not a setting of f2e. Did you mean ${meant}`);
    expect(start).toThrow(WHERE);
  });

  it('that is like none is refused without a guess', () => {
    expect(() => readConfig({ F2E_SNOWFLAKE: '1' })).toThrow(
      new ConfigError(`F2E_SNOWFLAKE is not a setting of f2e.\n${WHERE}`),
    );
  });

  it('is named with every other fault; where settings are listed is said once', () => {
    expect(() => readConfig({ F2E_PORT: '80', F2E_FOO: '', F2E_PAPER: 'A5', PATH: '/bin' })).toThrow(
      /^F2E_PORT .*\?\nF2E_FOO is not a setting of f2e\.\nEvery setting .*\nF2E_PAPER /u,
    );
  });
});
