import type { PartialInit } from '../framework/left-out.js'
/** An app password of a person. */
export interface AppPassword {
  readonly password: string
  /** True if sessions of the app password can use direct messages. */
  readonly privileged: boolean
}

/** A person who exists from the start of the network. */
export interface BlueskyPersonSetup {
  readonly handle: string
  readonly displayName?: string | undefined
  /** App passwords of the person. Default: the passwords `WITH_MESSAGES` and `WITHOUT_MESSAGES`. */
  readonly appPasswords?: readonly AppPassword[] | undefined
}

/** Default app password with access to direct messages. */
export const WITH_MESSAGES = 'with-mess-ages-okay'
/** Default app password without access to direct messages. */
export const WITHOUT_MESSAGES = 'only-post-ings-okay'

/** Settings of the emulated Bluesky. */
export interface BlueskySettings {
  readonly accessLifetimeSeconds: number
  readonly refreshLifetimeSeconds: number
  /**
   * If true, a client can use a refresh token again within two hours and receives the same new
   * session, as on Bluesky's own servers.
   */
  readonly forgivesReuse: boolean
  /** Seconds before the AppView indexes a new record. */
  readonly appViewLagSeconds: number
  /** Maximum number of calls per IP address in five minutes. */
  readonly callsPerFiveMinutes: number
  /** Maximum number of sign-ins per identifier in five minutes. */
  readonly sessionsPerFiveMinutes: number
  readonly imageBytes: number
  readonly blobBytes: number
  readonly videoBytes: number
  /** Number of status queries after which a video is ready. */
  readonly videoPolls: number
  /** If false, sessions do not contain the DID document. */
  readonly sessionsHaveDocument: boolean
  /** Service id that chat requests must contain in the header `atproto-proxy`. */
  readonly chatService: string
  readonly people: readonly BlueskyPersonSetup[]
}

/**
 * Default settings of Bluesky.
 * https://docs.bsky.app/docs/advanced-guides/rate-limits , the lexicons of embeds, and PDS 0.5.35
 * (read 2026-11-21)
 */
export const BLUESKY_DEFAULTS: BlueskySettings = {
  accessLifetimeSeconds: 7200,
  refreshLifetimeSeconds: 90 * 24 * 3600,
  forgivesReuse: false,
  appViewLagSeconds: 0,
  callsPerFiveMinutes: 3000,
  sessionsPerFiveMinutes: 30,
  imageBytes: 2_000_000,
  blobBytes: 52_428_800,
  videoBytes: 300_000_000,
  videoPolls: 1,
  sessionsHaveDocument: true,
  chatService: 'did:web:api.bsky.chat#bsky_chat',
  people: [
    { handle: 'ada.bsky.test', displayName: 'Ada' },
    { handle: 'bea.bsky.test', displayName: 'Bea' },
    { handle: 'cleo.example.test', displayName: 'Cléo 🦋' },
  ],
}

/** Optional settings that replace the defaults. */
export type BlueskyNetworkOptions = PartialInit<BlueskySettings>
