import type { PushHeaders } from '../contract/index.js'

/** A request, as plain values. */
export interface RouteRequest {
  readonly method: string
  /** Path below the prefix, still percent-encoded: `/callback/mastodon`. */
  readonly path: string
  /** What stands behind the `?`, undecoded; empty when there is nothing. */
  readonly query: string
  /** Names in lower case; a header sent several times is one text. */
  readonly headers: PushHeaders
  /** The bytes as they were received. */
  readonly body: Uint8Array
  /** The framework's own request object, for `bind`. */
  readonly native?: unknown
}

/** Values by name. The last of a repeated name wins; empty values are left out. */
export type Params = Readonly<Record<string, string>>
