import { restartCounters } from './counter.ts';

// A set-up file: it runs before every test file.
restartCounters();
