import { inspect } from 'node:util'

import { type HttpMethod, assertObject, type RawData } from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

import { readMultipart, type RecordedPart } from './multipart.js'

/** Input for the constructor of `RecordedRequest`. */
export interface RecordedRequestInit {
  readonly method: HttpMethod
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
}

function fieldsOf(params: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(params)
}

/**
 * One recorded request, with helpers that decode its body. Each retry is recorded as a separate
 * request.
 */
export class RecordedRequest {
  readonly method: HttpMethod
  /** The complete URL, with the query. */
  readonly url: string
  /** Path of the URL, without the server and the query. */
  readonly path: string
  /** `METHOD /path`. Selects the reply in the table of replies. */
  readonly key: string
  /**
   * Query parameters. For a repeated name this contains the last value; `searchParams` contains
   * all values.
   */
  readonly query: Readonly<Record<string, string>>
  /** Request headers. Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Request body as bytes. Empty for a request without a body. */
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

  /** Query parameters, with every value of a repeated name. */
  get searchParams(): URLSearchParams {
    return new URL(this.url).searchParams
  }

  /** Request body as text. */
  get text(): string {
    return Buffer.from(this.bytes).toString()
  }

  /** Request body parsed as JSON. Undefined if the content type is not JSON. */
  get json(): unknown {
    if (!/[/+]json\b/i.test(this.#contentType)) return undefined
    return JSON.parse(this.text)
  }

  /**
   * Request body as form fields, with the last value of a repeated name. `formParams` contains all
   * values. Null if the body is not URL-encoded.
   */
  get form(): Readonly<Record<string, string>> | null {
    const params = this.formParams
    return params && fieldsOf(params)
  }

  /**
   * Request body as form fields, with every value of a repeated name. Null if the body is not
   * URL-encoded.
   */
  get formParams(): URLSearchParams | null {
    return this.#contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')
      ? new URLSearchParams(this.text)
      : null
  }

  /** Parts of a multipart body, in order. Null if the body is not multipart. */
  get parts(): readonly RecordedPart[] | null {
    return readMultipart(this.bytes, this.#contentType)
  }

  get #contentType(): string {
    return this.headers['content-type'] ?? ''
  }

  /**
   * Returns the form that `console.log` prints: the start of the body as text instead of all
   * bytes.
   */
  [inspect.custom](): RawData {
    const { key, url, headers, bytes } = this
    return { key, url, headers, body: `${bytes.length} bytes: ${this.text.slice(0, 200)}` }
  }
}
