/** Ends a command with status 1; the message is the one sentence on stderr. */
export class CommandRefusal extends Error {
  override readonly name = 'CommandRefusal';
}
