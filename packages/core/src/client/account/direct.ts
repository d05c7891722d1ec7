import type { HttpMethod, ReplyHeaders, RequestOptions } from '../../http/types.js'
import type { CallOptions } from '../types.js'

/** A successful reply of direct access. */
export interface DirectReply {
  readonly status: number
  readonly headers: ReplyHeaders
  /**
   * The body: parsed when it was JSON, text otherwise, a `Uint8Array` with `replyAs: 'bytes'`. Integers beyond 2^53 are
   * strings of their digits.
   */
  readonly data: unknown
}

/** Options of a direct request. */
export type DirectOptions = Omit<RequestOptions, 'auth' | 'signal' | 'timeoutSeconds' | 'finish' | 'reader'> &
  CallOptions

/** The network's own API with this account's token: it is renewed, retried and rate-limited as everywhere else. */
export interface Direct {
  /**
   * @param method - HTTP method.
   * @param path - A path of the network's API, or a whole address on one of its origins.
   * @throws ConfigError for an address the token must not be sent to.
   */
  request(method: HttpMethod, path: string, options?: DirectOptions): Promise<DirectReply>
  get(path: string, options?: DirectOptions): Promise<DirectReply>
  post(path: string, options?: DirectOptions): Promise<DirectReply>
  put(path: string, options?: DirectOptions): Promise<DirectReply>
  delete(path: string, options?: DirectOptions): Promise<DirectReply>
  /** The parsed body alone. @throws PlatformError when it is no JSON object. */
  json(method: HttpMethod, path: string, options?: DirectOptions): Promise<Readonly<Record<string, unknown>>>
}
