import type { HttpMethod, ReplyHeaders, RequestOptions } from '../../http/types.js'
import type { CallOptions } from '../types.js'

/** A successful response of direct access. */
export interface DirectReply {
  readonly status: number
  readonly headers: ReplyHeaders
  /**
   * Body of the response: parsed JSON, otherwise text. With `replyAs: 'bytes'` a `Uint8Array`. Integers beyond 2^53
   * are given as strings of digits.
   */
  readonly data: unknown
}

/** Options of a direct request. */
export type DirectOptions = Omit<RequestOptions, 'auth' | 'signal' | 'timeoutSeconds' | 'finish' | 'reader'> &
  CallOptions

/**
 * Sends requests to the network's own API with this account's token. Token renewal, retries and rate limits work as
 * for other operations.
 */
export interface Direct {
  /**
   * Sends a request.
   *
   * @param method - HTTP method.
   * @param path - A path of the network's API, or a full URL on one of its origins.
   * @throws ConfigError for a URL to which the token must not be sent.
   */
  request(method: HttpMethod, path: string, options?: DirectOptions): Promise<DirectReply>
  get(path: string, options?: DirectOptions): Promise<DirectReply>
  post(path: string, options?: DirectOptions): Promise<DirectReply>
  put(path: string, options?: DirectOptions): Promise<DirectReply>
  delete(path: string, options?: DirectOptions): Promise<DirectReply>
  /**
   * Sends a request and returns only the parsed body.
   * @throws PlatformError if the body is not a JSON object.
   */
  json(method: HttpMethod, path: string, options?: DirectOptions): Promise<Readonly<Record<string, unknown>>>
}
