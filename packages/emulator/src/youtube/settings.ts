import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A Google account that exists when the emulator starts. */
export interface GoogleAccountSetup {
  /** For example `Ada Lovelace`. */
  readonly name: string
  /** E-mail address for the sign-in. By default, derived from the name. */
  readonly email?: string | undefined
  /** Titles of the channels of this account. Default: no channels. */
  readonly channels?: readonly string[] | undefined
}

/**
 * Time at which the processing of a video ends. `afterPolls` counts the owner's queries of the
 * video. `afterSeconds` counts seconds on the emulator's clock.
 */
export type VideoProcessed = { readonly afterPolls: number } | { readonly afterSeconds: number }

/** All settings of the emulated YouTube. */
export interface YoutubeSettings {
  readonly people: readonly GoogleAccountSetup[]
  /** Quota units per day, for all calls except uploads. */
  readonly unitsPerDay: number
  /** Maximum number of uploads per day. Ignored when `unitsPerUpload` is set. */
  readonly uploadsPerDay: number
  /**
   * Number of quota units that an upload costs, as before June 2026. Null applies `uploadsPerDay`
   * instead.
   */
  readonly unitsPerUpload: number | null
  /** Maximum number of uploads to one channel per day. */
  readonly channelUploadsPerDay: number
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number
  /** Lifetime of a resumable upload, in seconds. Later requests to its URL return 404. */
  readonly sessionSeconds: number
  readonly processed: VideoProcessed
  /** If false, calls fail with 403 because the Cloud project has not enabled the YouTube API. */
  readonly isApiOn: boolean
}

/** Settings of `youtubeNetwork()`. Omitted settings have their defaults. */
export type YoutubeOptions = PartialInit<YoutubeSettings>

/** Default people: Ada has one channel, Bea has two channels, and Cy has none. */
const PEOPLE: readonly GoogleAccountSetup[] = [
  { name: 'Ada', channels: ['Ada Makes Bread'] },
  { name: 'Bea', channels: ['Bea Rides', 'Bea Repairs'] },
  { name: 'Cy' },
]

/**
 * Returns the settings, with defaults for omitted ones. Source of the default quotas:
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
