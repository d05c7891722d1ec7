import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** A person who exists when the emulator starts. */
export interface PinterestPersonSetup {
  readonly username: string
  /** Type of the account. Default: `PINNER`. */
  readonly accountType?: 'PINNER' | 'BUSINESS' | undefined
  readonly businessName?: string | undefined
  /** Names of the person's boards. Default: one board with the name of the person. */
  readonly boards?: readonly string[] | undefined
}

/** Maximum number of requests for each group of calls. `Infinity` for no limit. */
export interface PinterestRates {
  /** Limit for all calls together. Per second with Standard access, per day with Trial access. */
  readonly all: number
  /**
   * Limit for reads and for the token endpoint. Per minute with Standard access, per day with
   * Trial access.
   */
  readonly reads: number
  /** Limit for writes. Per minute with Standard access, per day with Trial access. */
  readonly writes: number
}

/** All settings of the emulated Pinterest. */
export interface PinterestSettings {
  /** Client id of the app. The emulator has only one app. */
  readonly clientId: string
  readonly clientSecret: string
  /** Registered redirect URIs. Null accepts every URI. */
  readonly redirectUris: readonly string[] | null
  /** Access level of the app. `NONE` is an app that Pinterest did not approve. */
  readonly access: 'STANDARD' | 'TRIAL' | 'NONE'
  /**
   * Result of creating a pin with Trial access. `REFUSED` returns an error, as observed in 2025
   * and 2026. `OWNER_ONLY` creates a pin that only the owner sees, as documented.
   */
  readonly trialPins: 'REFUSED' | 'OWNER_ONLY'
  /**
   * Pinterest's production or sandbox environment. The sandbox has its own boards and tokens, and
   * no videos or analytics. Only the owner sees a pin there.
   */
  readonly environment: 'PRODUCTION' | 'SANDBOX'
  /**
   * False for an app created before 25 September 2025, which receives a continuous refresh token
   * only on request.
   */
  readonly alwaysContinuous: boolean
  /** False if Pinterest does not allow the app to edit pins. Editing is in beta. */
  readonly canChangePins: boolean
  /** Seconds from the upload of a video until its processing starts. */
  readonly registeredSeconds: number
  /** Processing time of a video in seconds. Afterwards the video is ready or has failed. */
  readonly processSeconds: number
  /** Lifetime in seconds of the form for uploading a video. */
  readonly uploadSeconds: number
  /**
   * Seconds before a new pin appears in lists. A request with the pin's id finds the pin
   * immediately.
   */
  readonly listDelaySeconds: number
  /** Minimum width and height of pictures in pixels. Pinterest documents no number. */
  readonly minSide: number
  /**
   * If true, times have no time zone, as in observed responses. Pinterest's API description has
   * times with a zone.
   */
  readonly timesWithoutZone: boolean
  /** Limits for requests. Null for the default limits of the app's access level. */
  readonly rates: PinterestRates | null
  readonly accessSeconds: number
  readonly refreshSeconds: number
  /** Function that fetches the pictures of pins. Default: the global `fetch`. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
  readonly people: readonly PinterestPersonSetup[]
}

/** Settings of `pinterestNetwork()`. Omitted settings have their defaults. */
export type PinterestOptions = PartialInit<PinterestSettings>

/**
 * Limits with Standard access, for each person and app: 100 requests per second, and 1,000 reads
 * and 100 writes per minute.
 * https://developers.pinterest.com/docs/reference/rate-limits/ (read 2026-11-22)
 */
export const STANDARD_RATES: PinterestRates = { all: 100, reads: 1000, writes: 100 }

/** Limits with Trial access: requests per day of the whole app. Source: same page. */
export const TRIAL_RATES: PinterestRates = { all: 1000, reads: 1000, writes: 300 }

/** Returns the settings, with defaults for omitted ones. */
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
