import { type Connection, HIDDEN } from '../../models/index.js'
import type { ParsedReply } from '../readers/reply.js'
import { cleanError } from './clean-error.js'
import { Disguises } from './disguises.js'
import { secretsIn, type SentRequest } from './secrets-of-request.js'
import { addressSpellings } from './spellings.js'

/** Maximum depth of a response that is searched. More than `parseJson` accepts. */
const MAX_LEVELS = 100

/**
 * Removes secrets that were sent from everything that is returned: some networks quote the token, the password or the
 * code that they refuse. Created only after a failure, so that successful requests cost nothing.
 */
export class Redactor {
  readonly #secrets: ReadonlySet<string>
  /** The secrets as plain text and URL-encoded. `Disguises` finds all other spellings, but no secret below six bytes. */
  #spellings: readonly string[] | null = null
  #disguises: Disguises | null = null

  constructor(secrets: Iterable<string>) {
    this.#secrets = new Set(secrets)
  }

  /** Cleans a URL that we built, in which the secrets have known spellings. */
  address(address: string): string {
    return withoutAny(address, longestFirst([...this.#secrets].flatMap(addressSpellings)))
  }

  /** Cleans a text with secrets in any spelling. */
  text(text: string): string {
    this.#spellings ??= longestFirst([...this.#secrets].flatMap(addressSpellings))
    this.#disguises ??= new Disguises(this.#secrets)
    return this.#disguises.hide(withoutAny(text, this.#spellings))
  }

  /** Cleans the headers and the whole body of a response. */
  reply(reply: ParsedReply): ParsedReply {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.headers)) headers[name] = this.text(value)
    return { ...reply, headers, body: this.#value(reply.body, 0) }
  }

  /** Cleans an error: its message, stack and response, and those of its causes. */
  error<E>(error: E): E {
    return cleanError(error, {
      text: (text) => this.text(text),
      value: (value) => this.#value(value, 0),
    })
  }

  #value(value: unknown, level: number): unknown {
    if (typeof value === 'string') return this.text(value)
    // A numeric code can be returned as a number.
    if (typeof value === 'number') return this.#secrets.has(String(value)) ? HIDDEN : value
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return value
    if (Array.isArray(value)) return value.map((one) => this.#value(one, level + 1))
    const copy: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value))
      // Defines the key as an own property: assigning `__proto__` would change the prototype of the copy.
      Object.defineProperty(copy, this.text(name), {
        value: this.#value(one, level + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    return copy
  }
}

/** Longest first, because one spelling can be part of another. */
function longestFirst(spellings: Iterable<string>): readonly string[] {
  return [...new Set(spellings)].toSorted((one, other) => other.length - one.length)
}

function withoutAny(text: string, spellings: readonly string[]): string {
  let clean = text
  for (const spelling of spellings) if (clean.includes(spelling)) clean = clean.replaceAll(spelling, HIDDEN)
  return clean
}

/** Removes the tokens of a connection from an error: a platform may have stored a response that quotes them. */
export function hideTokens<E>(error: E, { token }: Connection): E {
  const { accessToken, refreshToken, proofKey } = token
  return new Redactor([accessToken, refreshToken, proofKey].flatMap((one) => (one ? [one] : []))).error(error)
}

/** Creates a redactor for one request: secrets of its connection, its signature and its content. */
export function redactorOf(sent: SentRequest, connection: Connection | null): Redactor {
  return new Redactor(secretsIn(sent, connection))
}
