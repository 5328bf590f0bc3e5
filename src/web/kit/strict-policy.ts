import { config } from 'zod';

/**
 * Our content security policy forbids code from strings; without this setting, zod would try it once to detect whether
 * it is allowed.
 */
config({ jitless: true });
