/** Ends a command with status 1; the message is the one sentence on stderr. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}

interface Refused {
  kind: 'refused';
  reason: string;
}

/** Returns a successful outcome; a refused one ends the command with its reason. */
export function accepted<T extends { kind: string }>(outcome: T | Refused): Exclude<T, Refused> {
  if (outcome.kind === 'refused') throw new CommandRefusal((outcome as Refused).reason);
  return outcome as Exclude<T, Refused>;
}
