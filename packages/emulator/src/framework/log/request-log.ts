import { hideFields, hideHeader } from './hide.js'
import type { PartNote } from './request-notes.js'

/** Fields by name. A value is a list if the name was sent several times. */
export type LoggedFields = Readonly<Record<string, string | readonly string[]>>

/**
 * Received request, for assertions in tests. Secrets are replaced, and equal secrets have equal
 * replacements.
 */
export interface RequestRecord {
  readonly number: number
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly query: LoggedFields
  /** Account of the request. Null if the URL and the headers do not identify an account. */
  readonly account: string | null
  /** Request headers. The names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Number of body bytes received so far. */
  readonly bodyBytes: number
  /** Fields of a URL-encoded body. Null for other content types. */
  readonly form: LoggedFields | null
  /** Parsed JSON body. Undefined for other content types. */
  readonly json: unknown
  /** Parts of a multipart body. */
  readonly parts: readonly PartNote[]
  /** Method and pattern of the matching route. Null if no route matched. */
  readonly route: string | null
  /** Status of the response. Null until the response is sent, or if no response was sent. */
  readonly status: number | null
  /** Kind of the fault that applied to the request. Null if no fault applied. */
  readonly fault: string | null
  /** Internal error of the emulator during the request. Null if no error occurred. */
  readonly error: string | null
}

/** Record of a request in progress. The emulator still adds fields. */
export type RecordDraft = { -readonly [K in keyof RequestRecord]: RequestRecord[K] }

/**
 * Groups values by name. Repeated names become lists. A name that ends with `[]` is always a list.
 */
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

/**
 * Log of the requests to one network: records of the newest requests, and the number of all
 * requests for each route.
 */
export class RequestLog {
  readonly #keep: number
  #records: RecordDraft[] = []
  readonly #counts = new Map<string, number>()
  #number = 0

  constructor(keep: number) {
    this.#keep = keep
  }

  /** Adds a record for a new request and returns it. */
  open(request: Request, at: Date, account: string | null): RecordDraft {
    const url = new URL(request.url)
    this.#number += 1
    const record: RecordDraft = {
      number: this.#number,
      at,
      method: request.method,
      path: url.pathname,
      account,
      query: hideFields(toFields(url.searchParams)) as LoggedFields, // safe cast: `hideFields` keeps the structure of the value
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

  /** Counts a request under its route, or under its path if no route matched. */
  count(record: RecordDraft): void {
    const key = record.route ?? `${record.method} ${record.path}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }

  /** Returns the records of the newest requests, oldest first. */
  list(): readonly RequestRecord[] {
    return this.#records.slice(-this.#keep)
  }

  /** Returns the number of requests for each route: `{ 'POST /api/v1/statuses': 2 }`. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** Removes all records and counts. */
  clear(): void {
    this.#records = []
    this.#counts.clear()
  }
}
