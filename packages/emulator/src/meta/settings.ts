/** What can be chosen for every Graph server. */
export interface GraphSettings {
  /** The one app there is. */
  readonly appId: string
  readonly appSecret: string
  /** Addresses the app is registered with; null takes any, which the network does not. */
  readonly redirectUris: readonly string[] | null
  /** Permissions the app may ask for. Any other refuses the whole sign-in. */
  readonly scopes: readonly string[]
  /** Versions that are answered; the first one is in the addresses. */
  readonly versions: readonly string[]
  /** True refuses server calls without `appsecret_proof`. A wrong one is always refused. */
  readonly requireProof: boolean
  /** Status of error 190: both have been seen. */
  readonly tokenRefusalStatus: 400 | 401
  readonly shortTokenSeconds: number
  readonly longTokenSeconds: number
  /** A token younger than this is not renewed. */
  readonly youngestRenewalSeconds: number
  /** Calls one token may make in an hour before it is told to wait. */
  readonly callsPerHour: number
  /** Where changes are pushed; null pushes none. */
  readonly webhookUrl: string | null
  /** Fields the app is subscribed to; null for all. */
  readonly webhookFields: readonly string[] | null
  /** The secret pushes are signed with; the app's unless given. */
  readonly webhookSecret: string | null
  /** True pushes at once; false waits for `deliverEvents`. */
  readonly pushImmediately: boolean
  /** Where the network reports that a person removed the app; null reports nothing. */
  readonly deauthorizeUrl: string | null
  /** Where the network asks for a person's data to be deleted; null asks nobody. */
  readonly deletionUrl: string | null
  /** False refuses to fetch files from this machine, as the network does. */
  readonly fetchLoopback: boolean
  /** Gets the files that posts name; the machine's `fetch` unless given. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Seconds a file may take to arrive, by the machine's clock. */
  readonly fetchSeconds: number
  /** Bytes asked for at once when a file is fetched. */
  readonly fetchPieceBytes: number
  /** Seconds from the call until the network comes for a video. */
  readonly fetchAfterSeconds: number
  /** Seconds until a new post shows in lists; a lost answer is looked up there. */
  readonly listLagSeconds: number
}

/** What all three networks begin with. */
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
