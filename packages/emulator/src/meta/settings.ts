/** Settings of every Graph server. */
export interface GraphSettings {
  /** Id of the only app. */
  readonly appId: string
  readonly appSecret: string
  /** Registered redirect URIs. Null accepts any, unlike the network. */
  readonly redirectUris: readonly string[] | null
  /** Permissions that the app may request. Any other one fails the whole sign-in. */
  readonly scopes: readonly string[]
  /** Supported versions. The first one is in the base URLs. */
  readonly versions: readonly string[]
  /** If true, server calls without `appsecret_proof` are refused. An invalid one is always refused. */
  readonly requireProof: boolean
  /** Status of error 190. Both occur in production. */
  readonly tokenRefusalStatus: 400 | 401
  readonly shortTokenSeconds: number
  readonly longTokenSeconds: number
  /** Minimum age of a token that is refreshed. */
  readonly youngestRenewalSeconds: number
  /** Maximum number of calls per token in an hour. */
  readonly callsPerHour: number
  /** Target URL of webhooks. Null disables them. */
  readonly webhookUrl: string | null
  /** Subscribed webhook fields. Null for all. */
  readonly webhookFields: readonly string[] | null
  /** Signing secret of webhooks. Null for the app secret. */
  readonly webhookSecret: string | null
  /** If true, changes are pushed immediately. Otherwise `deliverEvents` pushes them. */
  readonly pushImmediately: boolean
  /** URL that is called when a person removes the app. Null disables the call. */
  readonly deauthorizeUrl: string | null
  /** URL for data deletion requests. Null disables them. */
  readonly deletionUrl: string | null
  /** If false, files of this machine are not fetched, as on the network. */
  readonly fetchLoopback: boolean
  /** Fetches the files of posts. Default: the machine's `fetch`. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Timeout of a fetch in seconds, by the machine's clock. */
  readonly fetchSeconds: number
  /** Size of a range in bytes when a file is fetched. */
  readonly fetchPieceBytes: number
  /** Seconds from the call until the network fetches a video. */
  readonly fetchAfterSeconds: number
  /** Seconds before a new post appears in lists, which clients read after a lost response. */
  readonly listLagSeconds: number
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
}
