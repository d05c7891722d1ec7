import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
import type { Subscription } from './records.js'

/** A person to be there from the start. */
export interface XPersonSetup {
  readonly username: string
  readonly name?: string | undefined
  /** `None` unless given. Those who pay may write 25,000 characters, and change posts. */
  readonly subscription?: Subscription | undefined
  readonly allowsTags?: boolean | undefined
  readonly receivesMessages?: boolean | undefined
}

/** What the app has with X. `NOT_ENROLLED` is an app outside of any project. */
export type XPlan = 'PAY_PER_USE' | 'ENTERPRISE' | 'NOT_ENROLLED'

/** Everything about the server that can be chosen. */
export interface XSettings {
  /** The one app there is. */
  readonly clientId: string
  /** Null for a public client, which has none. */
  readonly clientSecret: string | null
  /** Addresses the app is registered with; null takes any. */
  readonly redirectUris: readonly string[] | null
  readonly plan: XPlan
  /** Thousandths of a dollar that are left; null for any number. */
  readonly credits: number | null
  /** Posts that may be read before the cap of the cycle is reached. */
  readonly postReads: number
  /** `POSTS` since August 2026, `TWEETS` before: names of fields, and whether unknown ones are refused. */
  readonly vocabulary: 'POSTS' | 'TWEETS'
  /** Seconds before a post is in its author's timeline, among mentions, and in search. */
  readonly timelineDelaySeconds: number
  readonly mentionsDelaySeconds: number
  readonly searchDelaySeconds: number
  /** Seconds a file waits after finalize, and is then worked on; pictures are ready at once. */
  readonly pendingSeconds: number
  readonly processSeconds: number
  /** How long the same words cannot be posted again. X names no number. */
  readonly duplicateSeconds: number
  /** True refuses the same words with other files too. */
  readonly duplicatesIgnoreMedia: boolean
  /** True ends all tokens of a sign-in when a spent refresh token comes again. */
  readonly reuseRevokes: boolean
  readonly codeSeconds: number
  readonly accessSeconds: number
  /** Requests in 15 minutes, by route (`POST /2/tweets`), where they are not to be as usual. */
  readonly rates: Readonly<Record<string, number>>
  readonly people: readonly XPersonSetup[]
}

/** What is not to be as it is when nothing is said. */
export type XOptions = PartialInit<XSettings>

/** Fills in what was left out. */
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
