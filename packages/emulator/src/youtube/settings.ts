import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A Google account that exists from the start. */
export interface GoogleAccountSetup {
  /** `Ada Lovelace`. */
  readonly name: string
  /** E-mail address for the sign-in. Default: derived from the name. */
  readonly email?: string | undefined
  /** Titles of its channels. Default: none. */
  readonly channels?: readonly string[] | undefined
}

/**
 * When a video has been processed: after a number of queries, or a number of seconds on the emulator's clock.
 */
export type VideoProcessed = { readonly afterPolls: number } | { readonly afterSeconds: number }

/** All settings of the network. */
export interface YoutubeSettings {
  readonly people: readonly GoogleAccountSetup[]
  /** Quota units per day, for all calls except uploads. */
  readonly unitsPerDay: number
  /** Uploads per day, with their own quota. */
  readonly uploadsPerDay: number
  /** Units of `unitsPerDay` that an upload costs, as before June 2026. Null for a separate quota of uploads. */
  readonly unitsPerUpload: number | null
  /** Uploads of one channel per day. */
  readonly channelUploadsPerDay: number
  /** Lifetime of an access token. */
  readonly accessTokenSeconds: number
  /** Seconds in which a started upload can be continued. */
  readonly sessionSeconds: number
  readonly processed: VideoProcessed
  /** If false, the API is not enabled for the project. */
  readonly isApiOn: boolean
}

/** Optional settings of `youtubeNetwork()`. */
export type YoutubeOptions = PartialInit<YoutubeSettings>

/** Ada has a channel, Bea has two, Cy has none. */
const PEOPLE: readonly GoogleAccountSetup[] = [
  { name: 'Ada', channels: ['Ada Makes Bread'] },
  { name: 'Bea', channels: ['Bea Rides', 'Bea Repairs'] },
  { name: 'Cy' },
]

/**
 * Settings with defaults for the missing ones. Numbers:
 * https://developers.google.com/youtube/data/determine_quota_cost (read 2026-11-21)
 */
export function toSettings(options: YoutubeOptions): YoutubeSettings {
  return {
    people: PEOPLE,
    unitsPerDay: 10_000,
    uploadsPerDay: 100,
    unitsPerUpload: null,
    channelUploadsPerDay: 100,
    accessTokenSeconds: 3599,
    sessionSeconds: 7 * 86_400,
    processed: { afterSeconds: 30 },
    isApiOn: true,
    ...withoutUndefined(options),
  }
}
