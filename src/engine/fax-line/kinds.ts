import { documoKind } from './documo/kind.ts';
import { hylafaxKind } from './hylafax/kind.ts';
import type { LineKind } from './kind-port.ts';
import { sipKind } from './sip/kind.ts';
import { sinchKind } from './sinch/kind.ts';
import { simulatorKind } from './simulator.ts';
import { telnyxKind } from './telnyx/kind.ts';

/** Every kind of line that places calls; a new carrier is one folder and one entry here. */
export const LINE_KINDS: readonly LineKind[] = [
  hylafaxKind,
  sipKind,
  telnyxKind,
  sinchKind,
  documoKind,
  simulatorKind,
];
