import type { PushHeaders } from '../contract/index.js'

/** A request, as plain values. */
export interface RouteRequest {
  readonly method: string
  /** Path below the prefix, still percent-encoded: `/callback/mastodon`. */
  readonly path: string
  /** Query without the `?`, undecoded; empty without a query. */
  readonly query: string
  /** Headers with names in lower case. The values of a repeated header are joined into one text. */
  readonly headers: PushHeaders
  /** The bytes as they were received. */
  readonly body: Uint8Array
  /** The framework's own request object, for `bind`. */
  readonly native?: unknown
}

/** Values by name. The last of a repeated name wins; empty values are omitted. */
export type Params = Readonly<Record<string, string>>
