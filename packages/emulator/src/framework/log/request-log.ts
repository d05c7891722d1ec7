import { hideFields, hideHeader } from './hide.js'
import type { PartNote } from './request-notes.js'

/** One value, or all of them where a name was sent several times. */
export type LoggedFields = Readonly<Record<string, string | readonly string[]>>

/** One request that came in, as a test looks at it. Secrets are hidden; the same secret looks the same. */
export interface RequestRecord {
  readonly number: number
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly query: LoggedFields
  /** Whose request it is, as far as its address and headers show it; null otherwise. */
  readonly account: string | null
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of body that have arrived so far. */
  readonly bodyBytes: number
  /** An url-encoded body; null for other kinds. */
  readonly form: LoggedFields | null
  /** A JSON body; undefined for other kinds. */
  readonly json: unknown
  /** The parts of a multipart body. */
  readonly parts: readonly PartNote[]
  /** Method and pattern of the route that answered; null when none did. */
  readonly route: string | null
  /** Null while it is being answered, and when no answer was sent. */
  readonly status: number | null
  /** The fault that hit it; null when none did. */
  readonly fault: string | null
  /** What went wrong inside the emulator; null when nothing did. */
  readonly error: string | null
}

/** A record while it is being written. */
export type RecordDraft = { -readonly [K in keyof RequestRecord]: RequestRecord[K] }

/** Fields by name, repeated ones as lists; a name that ends in `[]` is always a list. */
export function toFields(pairs: Iterable<readonly [string, string]>): LoggedFields {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of pairs) {
    const before = fields.get(name)
    if (before === undefined) fields.set(name, name.endsWith('[]') ? [value] : value)
    else if (Array.isArray(before)) before.push(value)
    else fields.set(name, [before, value])
  }
  return Object.fromEntries(fields)
}

/** What came in at one network: the newest requests whole, and how many there were of each route. */
export class RequestLog {
  readonly #keep: number
  #records: RecordDraft[] = []
  readonly #counts = new Map<string, number>()
  #number = 0

  constructor(keep: number) {
    this.#keep = keep
  }

  /** Opens the record of a request. */
  open(request: Request, at: Date, account: string | null): RecordDraft {
    const url = new URL(request.url)
    this.#number += 1
    const record: RecordDraft = {
      number: this.#number,
      at,
      method: request.method,
      path: url.pathname,
      account,
      query: hideFields(toFields(url.searchParams)) as LoggedFields, // hiding keeps the shape
      headers: Object.fromEntries(
        [...request.headers].map(([name, value]) => [name, hideHeader(name, value)]),
      ),
      bodyBytes: 0,
      form: null,
      json: undefined,
      parts: [],
      route: null,
      status: null,
      fault: null,
      error: null,
    }
    this.#records.push(record)
    if (this.#records.length > this.#keep * 2) this.#records = this.#records.slice(-this.#keep)
    return record
  }

  /** Counts a request under its route, or under its path when no route took it. */
  count(record: RecordDraft): void {
    const key = record.route ?? `${record.method} ${record.path}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** The newest requests, oldest first. */
  list(): readonly RequestRecord[] {
    return this.#records.slice(-this.#keep)
  }

  /** How many requests each route had: `{ 'POST /api/v1/statuses': 2 }`. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** Forgets everything. */
  clear(): void {
    this.#records = []
    this.#counts.clear()
  }
}
