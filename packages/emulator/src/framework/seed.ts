import { createHash } from 'node:crypto'

/**
 * Makes tokens, codes and secrets that look random and are the same in every run: nothing in an emulator depends on
 * chance, so a test that failed once fails again.
 */
export class Seed {
  readonly #text: string
  readonly #counts = new Map<string, number>()

  constructor(text = 'emulator') {
    this.#text = text
  }

  /** The next token of that kind: url-safe letters, at most 43 of them. */
  token(kind: string, length = 43): string {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    return createHash('sha256').update(`${this.#text}:${kind}:${count}`).digest('base64url').slice(0, length)
  }
}
