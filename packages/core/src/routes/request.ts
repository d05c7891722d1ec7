import type { PushHeaders } from '../contract/index.js'

/** A request to the routes, as plain values. */
export interface RouteRequest {
  readonly method: string
  /** Path below the prefix, still percent-encoded, for example `/callback/mastodon`. */
  readonly path: string
  /** Query without the `?`, not decoded. Empty if there is no query. */
  readonly query: string
  /** Headers with names in lower case. The values of a repeated header are joined into one text. */
  readonly headers: PushHeaders
  /** The bytes of the body, exactly as they were received. */
  readonly body: Uint8Array
  /** The framework's own request object, which the `bind` function can use. */
  readonly native?: unknown
}

/** Values by name. If a name is repeated, its last value counts. Empty values are omitted. */
export type Params = Readonly<Record<string, string>>
