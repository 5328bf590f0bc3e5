import { config } from 'zod';

/** Our content security policy allows no code made from text; zod would try that once to see whether it may. */
config({ jitless: true });
