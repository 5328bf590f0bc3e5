/**
 * Thrown when the database cannot be used and a person has to act.
 * The message is one or two plain sentences that name the remedy; it is shown unchanged, without a stack.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}
