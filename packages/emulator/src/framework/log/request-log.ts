import { hideFields, hideHeader } from './hide.js'
import type { PartNote } from './request-notes.js'

/** One value, or a list if the name was sent several times. */
export type LoggedFields = Readonly<Record<string, string | readonly string[]>>

/** One received request, for tests. Secrets are hidden. Equal secrets have equal texts. */
export interface RequestRecord {
  readonly number: number
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly query: LoggedFields
  /** Account of the request, if its URL or headers contain it. Null otherwise. */
  readonly account: string | null
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Number of body bytes received so far. */
  readonly bodyBytes: number
  /** URL-encoded body. Null for other kinds. */
  readonly form: LoggedFields | null
  /** JSON body. Undefined for other kinds. */
  readonly json: unknown
  /** Parts of a multipart body. */
  readonly parts: readonly PartNote[]
  /** Method and pattern of the matching route. Null if no route matched. */
  readonly route: string | null
  /** Null until the response is sent, and if none was sent. */
  readonly status: number | null
  /** Fault that applied. Null if there was none. */
  readonly fault: string | null
  /** Internal error of the emulator. Null if there was none. */
  readonly error: string | null
}

/** Request record that is still being written. */
export type RecordDraft = { -readonly [K in keyof RequestRecord]: RequestRecord[K] }

/** Fields by name. Repeated names become lists. A name with a trailing `[]` is always a list. */
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

/** Requests to one network: the newest ones in full, and the number of requests for each route. */
export class RequestLog {
  readonly #keep: number
  #records: RecordDraft[] = []
  readonly #counts = new Map<string, number>()
  #number = 0

  constructor(keep: number) {
    this.#keep = keep
  }

  /** Starts the record of a request. */
  open(request: Request, at: Date, account: string | null): RecordDraft {
    const url = new URL(request.url)
    this.#number += 1
    const record: RecordDraft = {
      number: this.#number,
      at,
      method: request.method,
      path: url.pathname,
      account,
      query: hideFields(toFields(url.searchParams)) as LoggedFields, // hiding preserves the structure
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

  /** Newest requests, oldest first. */
  list(): readonly RequestRecord[] {
    return this.#records.slice(-this.#keep)
  }

  /** Number of requests for each route: `{ 'POST /api/v1/statuses': 2 }`. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }

  /** Removes all records and counts. */
  clear(): void {
    this.#records = []
    this.#counts.clear()
  }
}
