/**
 * Thrown when the database cannot be used and a person has to act.
 * The message is one plain sentence or two that name the remedy; it is shown as it is, without a stack.
 */
export class DatabaseRefusal extends Error {
  override readonly name = 'DatabaseRefusal';
}
