import { createHash } from 'node:crypto'

/**
 * Generates pseudo-random tokens, codes and secrets. Every run generates the same values, so that
 * a failed test can be reproduced.
 */
export class Seed {
  readonly #text: string
  readonly #counts = new Map<string, number>()

  constructor(text = 'emulator') {
    this.#text = text
  }

  /** Generates the next token of this kind from URL-safe characters. The maximum length is 43. */
  token(kind: string, length = 43): string {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    return createHash('sha256').update(`${this.#text}:${kind}:${count}`).digest('base64url').slice(0, length)
  }
}
