import { type Connection, HIDDEN } from '../../models/index.js'
import type { ParsedReply } from '../readers/reply.js'
import { cleanError } from './clean-error.js'
import { Disguises } from './disguises.js'
import { secretsIn, type SentRequest } from './secrets-of-request.js'
import { addressSpellings } from './spellings.js'

/** Levels of a reply that are looked through: more than `parseJson` reads. */
const MAX_LEVELS = 100

/**
 * Takes the secrets that were sent out of everything that comes back: some networks quote the token, the password or
 * the code they refuse. Made only when something failed, so that requests that succeed cost nothing.
 */
export class Redactor {
  readonly #secrets: ReadonlySet<string>
  /** The secrets as plain text and in a URL. `Disguises` finds every other spelling, but no secret below six bytes. */
  #spellings: readonly string[] | null = null
  #disguises: Disguises | null = null

  constructor(secrets: Iterable<string>) {
    this.#secrets = new Set(secrets)
  }

  /** An address that we made, without the secrets: they stand in it as we wrote them. */
  address(address: string): string {
    return withoutAny(address, longestFirst([...this.#secrets].flatMap(addressSpellings)))
  }

  /** A text without the secrets, however they are written in it. */
  text(text: string): string {
    this.#spellings ??= longestFirst([...this.#secrets].flatMap(addressSpellings))
    this.#disguises ??= new Disguises(this.#secrets)
    return this.#disguises.hide(withoutAny(text, this.#spellings))
  }

  /** A reply without the secrets, in its headers and at every depth of its body. */
  reply(reply: ParsedReply): ParsedReply {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.headers)) headers[name] = this.text(value)
    return { ...reply, headers, body: this.#value(reply.body, 0) }
  }

  /** Takes the secrets out of an error: its words, its stack, its reply, and those of everything that led to it. */
  error<E>(error: E): E {
    return cleanError(error, {
      text: (text) => this.text(text),
      value: (value) => this.#value(value, 0),
    })
  }

  #value(value: unknown, level: number): unknown {
    if (typeof value === 'string') return this.text(value)
    // A code of digits may come back as a number.
    if (typeof value === 'number') return this.#secrets.has(String(value)) ? HIDDEN : value
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return value
    if (Array.isArray(value)) return value.map((one) => this.#value(one, level + 1))
    const copy: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value))
      // A key named __proto__ must become a key, not the copy's prototype.
      Object.defineProperty(copy, this.text(name), {
        value: this.#value(one, level + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    return copy
  }
}

/** The longest first: one may be part of another. */
function longestFirst(spellings: Iterable<string>): readonly string[] {
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
}

function withoutAny(text: string, spellings: readonly string[]): string {
  let clean = text
  for (const spelling of spellings) if (clean.includes(spelling)) clean = clean.replaceAll(spelling, HIDDEN)
  return clean
}

/** Takes the tokens of a connection out of an error: a platform may have kept a reply that quotes them. */
export function hideTokens<E>(error: E, { token }: Connection): E {
  const { accessToken, refreshToken, proofKey } = token
  return new Redactor([accessToken, refreshToken, proofKey].flatMap((one) => (one ? [one] : []))).error(error)
}

/** What knows the secrets of one request: of its connection, of what signed it, and of what it says itself. */
export function redactorOf(sent: SentRequest, connection: Connection | null): Redactor {
  return new Redactor(secretsIn(sent, connection))
}
