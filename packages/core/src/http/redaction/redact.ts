import { type Connection, HIDDEN } from '../../models/index.js'
import type { ParsedReply } from '../readers/reply.js'
import { cleanError } from './clean-error.js'
import { Disguises } from './disguises.js'
import { secretsIn, type SentRequest } from './secrets-of-request.js'
import { addressSpellings } from './spellings.js'

/** Maximum nesting depth that is searched for secrets. `parseJson` accepts less. */
const MAX_LEVELS = 100

/**
 * Removes the secrets of a request from errors and events, because some networks quote the token,
 * the password or the code that they refuse. A redactor is created only after a failure, so that
 * successful requests are not slowed down.
 */
export class Redactor {
  readonly #secrets: ReadonlySet<string>
  /**
   * Secrets as plain text and URL-encoded. `Disguises` finds the other encodings, but only of
   * secrets with at least six bytes.
   */
  #spellings: readonly string[] | null = null
  #disguises: Disguises | null = null

  constructor(secrets: Iterable<string>) {
    this.#secrets = new Set(secrets)
  }

  /**
   * Removes secrets from a URL that this library built, in which the encoding of secrets is known.
   */
  address(address: string): string {
    return withoutAny(address, longestFirst([...this.#secrets].flatMap(addressSpellings)))
  }

  /** Removes secrets from a text, in any encoding. */
  text(text: string): string {
    this.#spellings ??= longestFirst([...this.#secrets].flatMap(addressSpellings))
    this.#disguises ??= new Disguises(this.#secrets)
    return this.#disguises.hide(withoutAny(text, this.#spellings))
  }

  /** Removes secrets from the headers and the body of a response. */
  reply(reply: ParsedReply): ParsedReply {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.headers)) headers[name] = this.text(value)
    return { ...reply, headers, body: this.#value(reply.body, 0) }
  }

  /** Removes secrets from an error: its message, stack and response, and those of its causes. */
  error<E>(error: E): E {
    return cleanError(error, {
      text: (text) => this.text(text),
      value: (value) => this.#value(value, 0),
    })
  }

  #value(value: unknown, level: number): unknown {
    if (typeof value === 'string') return this.text(value)
    // A secret of digits, such as a code, can be returned as a JSON number.
    if (typeof value === 'number') return this.#secrets.has(String(value)) ? HIDDEN : value
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return value
    if (Array.isArray(value)) return value.map((one) => this.#value(one, level + 1))
    const copy: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value))
      // `defineProperty` is used because assigning a key named `__proto__` would change the
      // prototype of the copy.
      Object.defineProperty(copy, this.text(name), {
        value: this.#value(one, level + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    return copy
  }
}

/** Sorts the longest spelling first, because a shorter one can be part of it. */
function longestFirst(spellings: Iterable<string>): readonly string[] {
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
}

function withoutAny(text: string, spellings: readonly string[]): string {
  let clean = text
  for (const spelling of spellings) if (clean.includes(spelling)) clean = clean.replaceAll(spelling, HIDDEN)
  return clean
}

/**
 * Removes the tokens of a connection from an error. The platform may have attached a response that
 * quotes a token.
 */
export function hideTokens<E>(error: E, { token }: Connection): E {
  const { accessToken, refreshToken, proofKey } = token
  return new Redactor([accessToken, refreshToken, proofKey].flatMap((one) => (one ? [one] : []))).error(error)
}

/**
 * Creates a redactor for the secrets of one request: those of its connection, its signature and
 * its content.
 */
export function redactorOf(sent: SentRequest, connection: Connection | null): Redactor {
  return new Redactor(secretsIn(sent, connection))
}
