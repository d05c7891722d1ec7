import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import type { Subscription } from './records.js'

/** A person who exists from the start. */
export interface XPersonSetup {
  readonly username: string
  readonly name?: string | undefined
  /**
   * Subscription of the person. Default: `None`. With a subscription, posts may have 25,000 characters and can be
   * edited.
   */
  readonly subscription?: Subscription | undefined
  readonly allowsTags?: boolean | undefined
  readonly receivesMessages?: boolean | undefined
}

/** Plan of the app. `NOT_ENROLLED` is the plan of an app that belongs to no project. */
export type XPlan = 'PAY_PER_USE' | 'ENTERPRISE' | 'NOT_ENROLLED'

/** Settings of the emulated X. */
export interface XSettings {
  /** Client id of the only app. */
  readonly clientId: string
  /** Client secret of the app. Null for a public client. */
  readonly clientSecret: string | null
  /** Registered redirect URIs. Null accepts any redirect URI. */
  readonly redirectUris: readonly string[] | null
  readonly plan: XPlan
  /** Remaining credit in thousandths of a dollar. Null disables the limit. */
  readonly credits: number | null
  /** Maximum number of posts read in a billing cycle. */
  readonly postReads: number
  /**
   * Names of fields and expansions. `POSTS` is the vocabulary since August 2026, which ignores
   * unknown names. `TWEETS` is the earlier vocabulary, which refuses unknown names.
   */
  readonly vocabulary: 'POSTS' | 'TWEETS'
  /** Seconds before a post appears in its author's timeline, in mentions and in search. */
  readonly timelineDelaySeconds: number
  readonly mentionsDelaySeconds: number
  readonly searchDelaySeconds: number
  /**
   * Seconds for which a file stays pending after finalize, and then again in progress. Pictures
   * are ready immediately.
   */
  readonly pendingSeconds: number
  readonly processSeconds: number
  /** Seconds in which a person cannot post the same text again. X documents no number. */
  readonly duplicateSeconds: number
  /** If true, X refuses a repeated text even with different files. */
  readonly duplicatesIgnoreMedia: boolean
  /** If true, a reused refresh token revokes all tokens of its sign-in. */
  readonly reuseRevokes: boolean
  readonly codeSeconds: number
  readonly accessSeconds: number
  /**
   * Maximum number of requests in 15 minutes, by route (`POST /2/tweets`). Routes that are not
   * listed have the default limits.
   */
  readonly rates: Readonly<Record<string, number>>
  readonly people: readonly XPersonSetup[]
}

/** Optional settings that replace the defaults. */
export type XOptions = PartialInit<XSettings>

/** Returns the settings with defaults for the missing ones. */
export function toSettings(options: XOptions): XSettings {
  return {
    clientId: 'emulator-client-id',
    clientSecret: 'emulator-client-secret-0123456789',
    redirectUris: null,
    plan: 'PAY_PER_USE',
    credits: null,
    postReads: 3_000_000,
    vocabulary: 'POSTS',
    timelineDelaySeconds: 2,
    mentionsDelaySeconds: 2,
    searchDelaySeconds: 10,
    pendingSeconds: 1,
    processSeconds: 5,
    duplicateSeconds: 86_400,
    duplicatesIgnoreMedia: true,
    reuseRevokes: true,
    codeSeconds: 30,
    accessSeconds: 7200,
    rates: {},
    people: [
      { username: 'ada', name: 'Ada' },
      { username: 'bo', name: 'Bo' },
      { username: 'cleo', name: 'Cleo', subscription: 'Premium' },
    ],
    ...withoutUndefined(options),
  }
}
