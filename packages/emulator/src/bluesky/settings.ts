import type { PartialInit } from '../framework/left-out.js'
/** An app password of a person. */
export interface AppPassword {
  readonly password: string
  /** True when it was made with the box for direct messages ticked. */
  readonly privileged: boolean
}

/** A person to be there from the start. */
export interface BlueskyPersonSetup {
  readonly handle: string
  readonly displayName?: string | undefined
  /** Those of a fresh account unless given: `WITH_MESSAGES` and `WITHOUT_MESSAGES`. */
  readonly appPasswords?: readonly AppPassword[] | undefined
}

/** The app password with direct messages that every person has unless others are given. */
export const WITH_MESSAGES = 'with-mess-ages-okay'
/** The app password without them. */
export const WITHOUT_MESSAGES = 'only-post-ings-okay'

/** Everything about the network that can be chosen. */
export interface BlueskySettings {
  readonly accessLifetimeSeconds: number
  readonly refreshLifetimeSeconds: number
  /** True gives the next session again to whoever uses a refresh token twice within two hours, as Bluesky's own servers do. */
  readonly forgivesReuse: boolean
  /** Seconds until the servers that read know of a new record. */
  readonly appViewLagSeconds: number
  /** Calls of one address in five minutes. */
  readonly callsPerFiveMinutes: number
  /** Sign-ins of one identifier in five minutes. */
  readonly sessionsPerFiveMinutes: number
  readonly imageBytes: number
  readonly blobBytes: number
  readonly videoBytes: number
  /** How often a video has to be asked for until it is done. */
  readonly videoPolls: number
  /** False leaves the DID document out of sessions. */
  readonly sessionsHaveDocument: boolean
  /** Service that messages have to be addressed to. */
  readonly chatService: string
  readonly people: readonly BlueskyPersonSetup[]
}

/**
 * What Bluesky is set to.
 * https://docs.bsky.app/docs/advanced-guides/rate-limits , the lexicons of embeds, and PDS 0.5.35 (read 2026-11-21)
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

/** Settings as they are given: the rest is as usual. */
export type BlueskyNetworkOptions = PartialInit<BlueskySettings>
