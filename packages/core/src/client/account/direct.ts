import type { HttpMethod, ReplyHeaders, RequestOptions } from '../../http/types.js'
import type { CallOptions } from '../types.js'

/** A successful response of direct access. */
export interface DirectReply {
  readonly status: number
  readonly headers: ReplyHeaders
  /**
   * The body: parsed if it is JSON, otherwise text, or a `Uint8Array` with `replyAs: 'bytes'`. Integers beyond 2^53 are
   * strings of their digits.
   */
  readonly data: unknown
}

/** Options of a direct request. */
export type DirectOptions = Omit<RequestOptions, 'auth' | 'signal' | 'timeoutSeconds' | 'finish' | 'reader'> &
  CallOptions

/**
 * Sends requests to the network's own API with this account's token, with the same renewals, retries and rate
 * limits.
 */
export interface Direct {
  /**
   * @param method - HTTP method.
   * @param path - A path of the network's API, or a full URL on one of its origins.
   * @throws ConfigError for a URL to which the token must not be sent.
   */
  request(method: HttpMethod, path: string, options?: DirectOptions): Promise<DirectReply>
  get(path: string, options?: DirectOptions): Promise<DirectReply>
  post(path: string, options?: DirectOptions): Promise<DirectReply>
  put(path: string, options?: DirectOptions): Promise<DirectReply>
  delete(path: string, options?: DirectOptions): Promise<DirectReply>
  /** Returns only the parsed body. @throws PlatformError if it is not a JSON object. */
  json(method: HttpMethod, path: string, options?: DirectOptions): Promise<Readonly<Record<string, unknown>>>
}
