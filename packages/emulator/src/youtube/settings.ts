import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A Google account to be there from the start. */
export interface GoogleAccountSetup {
  /** `Ada Lovelace`. */
  readonly name: string
  /** What it signs in with; made of the name unless given. */
  readonly email?: string | undefined
  /** Titles of its channels; none unless given. */
  readonly channels?: readonly string[] | undefined
}

/** When a video has been processed: after so many questions for it, or so many seconds on the emulator's clock. */
export type VideoProcessed = { readonly afterPolls: number } | { readonly afterSeconds: number }

/** Everything about the network that can be chosen. */
export interface YoutubeSettings {
  readonly people: readonly GoogleAccountSetup[]
  /** Units of a day, for everything but uploads. */
  readonly unitsPerDay: number
  /** Uploads of a day, counted by themselves. */
  readonly uploadsPerDay: number
  /** Units an upload costs out of `unitsPerDay`, as it was before June 2026; null counts uploads by themselves. */
  readonly unitsPerUpload: number | null
  /** Uploads of one channel in a day. */
  readonly channelUploadsPerDay: number
  /** Seconds an access token lives. */
  readonly accessTokenSeconds: number
  /** Seconds an upload that was begun may be gone on with. */
  readonly sessionSeconds: number
  readonly processed: VideoProcessed
  /** False answers as if the API was not switched on for the project. */
  readonly isApiOn: boolean
}

/** What may be given to `youtubeNetwork()`. */
export type YoutubeOptions = PartialInit<YoutubeSettings>

/** Ada has a channel, Bea has two, Cy has none. */
const PEOPLE: readonly GoogleAccountSetup[] = [
  { name: 'Ada', channels: ['Ada Makes Bread'] },
  { name: 'Bea', channels: ['Bea Rides', 'Bea Repairs'] },
  { name: 'Cy' },
]

/** Fills in what was left out. Numbers: https://developers.google.com/youtube/data/determine_quota_cost (read 2026-11-21) */
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
