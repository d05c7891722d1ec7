import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A person to be there from the start. */
export interface PinterestPersonSetup {
  readonly username: string
  /** `PINNER` unless given. */
  readonly accountType?: 'PINNER' | 'BUSINESS' | undefined
  readonly businessName?: string | undefined
  /** Names of boards; one called after the person unless given. */
  readonly boards?: readonly string[] | undefined
}

/** How many requests a family of calls lets through; `Infinity` for any number. */
export interface PinterestRates {
  /** All calls: a second on Standard access, a day on Trial. */
  readonly all: number
  /** Reads, and the token endpoint: a minute, or a day on Trial. */
  readonly reads: number
  /** Writes: a minute, or a day on Trial. */
  readonly writes: number
}

/** Everything about the server that can be chosen. */
export interface PinterestSettings {
  /** The one app there is. */
  readonly clientId: string
  readonly clientSecret: string
  /** Addresses the app is registered with; null takes any. */
  readonly redirectUris: readonly string[] | null
  /** The app's access; `NONE` is an app that was not approved yet. */
  readonly access: 'STANDARD' | 'TRIAL' | 'NONE'
  /** What a pin of an app on Trial access meets: a refusal (seen in 2025 and 2026), or eyes of its owner only (the tier table). */
  readonly trialPins: 'REFUSED' | 'OWNER_ONLY'
  /** The sandbox has no videos and no analytics, and shows pins to their owner only. Its boards and tokens are its own. */
  readonly environment: 'PRODUCTION' | 'SANDBOX'
  /** False for an app made before 25 September 2025, which has to ask for refresh tokens that can be renewed. */
  readonly alwaysContinuous: boolean
  /** False where changing a pin is not open to the app: it is a beta. */
  readonly canChangePins: boolean
  /** Seconds a form waits before Pinterest begins to look at the video. */
  readonly registeredSeconds: number
  /** Seconds from then until the video is ready, or has failed. */
  readonly processSeconds: number
  /** Seconds an upload form is good for. */
  readonly uploadSeconds: number
  /** Seconds before a new pin is in any list. It is found by its id at once. */
  readonly listDelaySeconds: number
  /** Pictures with a shorter side are too small. Pinterest names no number. */
  readonly minSide: number
  /** True writes times without a zone, as real answers have done; the description has a zone. */
  readonly timesWithoutZone: boolean
  /** Null takes those of the app's access. */
  readonly rates: PinterestRates | null
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Fetches the pictures that pins are made from; the machine's `fetch` unless given. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
  readonly people: readonly PinterestPersonSetup[]
}

/** What is not to be as it is when nothing is said. */
export type PinterestOptions = PartialInit<PinterestSettings>

/** Standard access: 100 requests a second and 1,000 reads, 100 writes a minute, each for a person and an app.
 *  https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22) */
export const STANDARD_RATES: PinterestRates = { all: 100, reads: 1000, writes: 100 }

/** Trial access: requests a day of the whole app. Same page. */
export const TRIAL_RATES: PinterestRates = { all: 1000, reads: 1000, writes: 300 }

/** Fills in what was left out. */
export function toSettings(options: PinterestOptions): PinterestSettings {
  return {
    clientId: '1480000',
    clientSecret: 'emulator-client-secret-0123456789',
    redirectUris: null,
    access: 'STANDARD',
    trialPins: 'REFUSED',
    environment: 'PRODUCTION',
    alwaysContinuous: true,
    canChangePins: true,
    registeredSeconds: 2,
    processSeconds: 10,
    uploadSeconds: 3600,
    listDelaySeconds: 0,
    minSide: 32,
    timesWithoutZone: false,
    rates: null,
    accessSeconds: 2_592_000,
    refreshSeconds: 5_184_000,
    fetch: (url, init) => fetch(url, init),
    people: [
      { username: 'ada', accountType: 'BUSINESS', businessName: 'Ada Chairs', boards: ['Chairs', 'Tables'] },
      { username: 'bo' },
      { username: 'cleo' },
    ],
    ...withoutUndefined(options),
  }
}
