import { inspect } from 'node:util'

import { type HttpMethod, assertObject, type RawData } from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

import { readMultipart, type RecordedPart } from './multipart.js'

/** Fields of a recorded request. */
export interface RecordedRequestInit {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

function fieldsOf(params: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(params)
}

/** One request attempt, with its decoded body. */
export class RecordedRequest {
  readonly method: HttpMethod
  /** The whole URL. */
  readonly url: string
  /** The path, without server and query. */
  readonly path: string
  /** `METHOD /path`, the key in the table of replies. */
  readonly key: string
  /** The query. The last value of a repeated name; `searchParams` has all values. */
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body; empty without one. */
  readonly bytes: Uint8Array

  constructor(init: RecordedRequestInit) {
    assertObject(init, 'new RecordedRequest', '{ method, url, headers, bytes }')
    const address = URL.parse(init.url)
    if (address === null) throw wrongArgument('new RecordedRequest: url', 'a whole URL', init.url)
    assertObject(init.headers, 'new RecordedRequest: headers', '{ accept }')
    if (!(init.bytes instanceof Uint8Array))
      throw wrongArgument('new RecordedRequest: bytes', 'a Uint8Array', init.bytes)
    this.method = init.method
    this.url = init.url
    this.path = address.pathname
    this.key = `${init.method} ${address.pathname}`
    this.query = fieldsOf(address.searchParams)
    this.headers = Object.fromEntries(
      Object.entries(init.headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
    this.bytes = init.bytes
  }

  /** The query with every value of a repeated name. */
  get searchParams(): URLSearchParams {
    return new URL(this.url).searchParams
  }

  /** The body as text. */
  get text(): string {
    return Buffer.from(this.bytes).toString()
  }

  /** The body as JSON; undefined for any other body. */
  get json(): unknown {
    if (!/[/+]json\b/i.test(this.#contentType)) return undefined
    return JSON.parse(this.text)
  }

  /**
   * The body as a form, with the last value of a repeated name; null if it is not a url-encoded form. `formParams`
   * has all.
   */
  get form(): Readonly<Record<string, string>> | null {
    const params = this.formParams
    return params && fieldsOf(params)
  }

  /** The body as a form, with every value of a repeated name; null if it is not a url-encoded form. */
  get formParams(): URLSearchParams | null {
    return this.#contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')
      ? new URLSearchParams(this.text)
      : null
  }

  /** Parts of a multipart body, in order; null for any other body. */
  get parts(): readonly RecordedPart[] | null {
    return readMultipart(this.bytes, this.#contentType)
  }

  get #contentType(): string {
    return this.headers['content-type'] ?? ''
  }

  /** Printed form: the start of the body instead of its bytes. */
  [inspect.custom](): RawData {
    const { key, url, headers, bytes } = this
    return { key, url, headers, body: `${bytes.length} bytes: ${this.text.slice(0, 200)}` }
  }
}
