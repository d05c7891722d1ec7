import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A person who exists from the start. */
export interface PinterestPersonSetup {
  readonly username: string
  /** Default: `PINNER`. */
  readonly accountType?: 'PINNER' | 'BUSINESS' | undefined
  readonly businessName?: string | undefined
  /** Names of boards. Default: one board with the name of the person. */
  readonly boards?: readonly string[] | undefined
}

/** Maximum number of requests for each family of calls. `Infinity` for no limit. */
export interface PinterestRates {
  /** All calls: per second with Standard access, per day with Trial access. */
  readonly all: number
  /** Reads and the token endpoint: per minute, or per day with Trial access. */
  readonly reads: number
  /** Writes: per minute, or per day with Trial access. */
  readonly writes: number
}

/** All settings of the server. */
export interface PinterestSettings {
  /** Client id of the only app. */
  readonly clientId: string
  readonly clientSecret: string
  /** Registered redirect URIs. Null accepts any. */
  readonly redirectUris: readonly string[] | null
  /** Access level of the app. `NONE` is an app without approval. */
  readonly access: 'STANDARD' | 'TRIAL' | 'NONE'
  /**
   * Result of creating a pin with Trial access: an error (seen in 2025 and 2026), or visible to the owner only
   * (the tier table).
   */
  readonly trialPins: 'REFUSED' | 'OWNER_ONLY'
  /**
   * The sandbox has no videos and no analytics, and pins are visible to their owner only. It has its own boards
   * and tokens.
   */
  readonly environment: 'PRODUCTION' | 'SANDBOX'
  /** False for an app created before 25 September 2025, which must request continuous refresh tokens. */
  readonly alwaysContinuous: boolean
  /** False if the app may not edit pins: editing is a beta. */
  readonly canChangePins: boolean
  /** Seconds before Pinterest starts processing the video. */
  readonly registeredSeconds: number
  /** Seconds from then until the video is ready or has failed. */
  readonly processSeconds: number
  /** Lifetime of an upload form. */
  readonly uploadSeconds: number
  /** Seconds before a new pin appears in lists. It is found by its id immediately. */
  readonly listDelaySeconds: number
  /** Minimum width and height of pictures. Pinterest documents no number. */
  readonly minSide: number
  /** If true, times have no time zone, as in observed responses. The description has a time zone. */
  readonly timesWithoutZone: boolean
  /** Null for the limits of the app's access level. */
  readonly rates: PinterestRates | null
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Fetches the pictures of pins. Default: the machine's `fetch`. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
  readonly people: readonly PinterestPersonSetup[]
}

/** Optional settings over the defaults. */
export type PinterestOptions = PartialInit<PinterestSettings>

/**
 * Standard access: 100 requests per second, 1,000 reads and 100 writes per minute, each per person and app.
 * https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22)
 */
export const STANDARD_RATES: PinterestRates = { all: 100, reads: 1000, writes: 100 }

/** Trial access: requests per day of the whole app. Same page. */
export const TRIAL_RATES: PinterestRates = { all: 1000, reads: 1000, writes: 300 }

/** Settings with defaults for the missing ones. */
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
