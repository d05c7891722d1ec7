import { createHash } from 'node:crypto'

/**
 * Makes pseudo-random tokens, codes and secrets. They are the same in every run, so that a failed test can be
 * reproduced.
 */
export class Seed {
  readonly #text: string
  readonly #counts = new Map<string, number>()

  constructor(text = 'emulator') {
    this.#text = text
  }

  /** Next token of this kind: URL-safe characters, 43 at most. */
  token(kind: string, length = 43): string {
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    return createHash('sha256').update(`${this.#text}:${kind}:${count}`).digest('base64url').slice(0, length)
  }
}
