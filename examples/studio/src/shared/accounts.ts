/** What an account has left, as far as its network told. */
export interface AllowanceInfo {
  /** Null where the network does not say. */
  readonly postsLeftToday: number | null
  /** Requests, as the newest reply told; null before the first, and where the network is silent. */
  readonly requests: {
    readonly limit: number | null
    readonly remaining: number | null
    /** ISO text. */
    readonly resetsAt: string | null
  } | null
  readonly maxTextLength: number | null
  readonly maxImages: number | null
  readonly maxVideos: number | null
}
