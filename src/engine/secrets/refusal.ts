/**
 * Thrown when the installation's key cannot be used and a person has to act.
 * The message is a plain sentence or two that name the remedy; it is shown as it is, without a stack.
 */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}
