/** Settings of every Graph server. */
export interface GraphSettings {
  /** Id of the only app. */
  readonly appId: string
  readonly appSecret: string
  /** Registered redirect URIs. Null accepts any URI, unlike the network. */
  readonly redirectUris: readonly string[] | null
  /** Permissions that the app may request. A request for any other permission fails the whole sign-in. */
  readonly scopes: readonly string[]
  /** Supported versions. The base URLs contain the first version. */
  readonly versions: readonly string[]
  /** If true, the network refuses server calls without `appsecret_proof`. It always refuses an invalid proof. */
  readonly requireProof: boolean
  /** HTTP status of error 190. Both values occur in production. */
  readonly tokenRefusalStatus: 400 | 401
  readonly shortTokenSeconds: number
  readonly longTokenSeconds: number
  /** Minimum age in seconds of a token that a client may refresh. */
  readonly youngestRenewalSeconds: number
  /** Maximum number of calls per token in an hour. */
  readonly callsPerHour: number
  /** Target URL of webhooks. Null disables webhooks. */
  readonly webhookUrl: string | null
  /** Subscribed webhook fields. Null subscribes to all fields. */
  readonly webhookFields: readonly string[] | null
  /** Secret that signs webhooks. If null, the app secret signs webhooks. */
  readonly webhookSecret: string | null
  /**
   * If true, the server sends webhook changes immediately. Otherwise the operation `deliverEvents` sends the
   * changes.
   */
  readonly pushImmediately: boolean
  /** URL that the network calls when a person removes the app. Null disables the call. */
  readonly deauthorizeUrl: string | null
  /** URL that the network calls for data deletion requests. Null disables these calls. */
  readonly deletionUrl: string | null
  /** If false, the server does not fetch files from loopback addresses, like the network. */
  readonly fetchLoopback: boolean
  /** Function that fetches the files of posts. Default: the `fetch` of the machine. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Timeout of a fetch in seconds, by the machine's clock. */
  readonly fetchSeconds: number
  /** Size in bytes of each range that the server fetches from a file. */
  readonly fetchPieceBytes: number
  /** Seconds from the call until the network fetches a video. */
  readonly fetchAfterSeconds: number
  /** Seconds before a new post appears in lists, which clients read after a lost response. */
  readonly listLagSeconds: number
  /** Names of statistics that the network has removed. A request for one is refused as a whole. */
  readonly removedMetrics: readonly string[]
}

/** Default settings of all three networks. */
export const GRAPH_DEFAULTS: Omit<GraphSettings, 'appId' | 'appSecret' | 'scopes' | 'versions'> = {
  redirectUris: null,
  requireProof: false,
  tokenRefusalStatus: 400,
  shortTokenSeconds: 3600,
  longTokenSeconds: 5_184_000,
  youngestRenewalSeconds: 86_400,
  callsPerHour: 4800,
  webhookUrl: null,
  webhookFields: null,
  webhookSecret: null,
  pushImmediately: false,
  deauthorizeUrl: null,
  deletionUrl: null,
  fetchLoopback: true,
  fetch: (url, init) => fetch(url, init),
  fetchSeconds: 20,
  fetchPieceBytes: 1_048_576,
  fetchAfterSeconds: 0,
  listLagSeconds: 0,
  removedMetrics: ['impressions', 'plays', 'page_impressions', 'post_impressions'],
}
