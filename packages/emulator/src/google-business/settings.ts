import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/**
 * Services of Business Profile. Each name is the first part of a host name:
 * `<service>.googleapis.com`.
 */
export const SERVICES = [
  'mybusinessaccountmanagement',
  'mybusinessbusinessinformation',
  'mybusinessverifications',
  'mybusinessnotifications',
  'mybusinessqanda',
  'mybusiness',
  'businessprofileperformance',
] as const

/** One of the services of Business Profile. */
export type Service = (typeof SERVICES)[number]

/** A location that exists when the emulator starts. */
export interface LocationSetup {
  readonly title: string
  readonly storeCode?: string | undefined
  /**
   * True if the location is verified. Default: true, because most calls require a verified
   * location.
   */
  readonly isVerified?: boolean | undefined
}

/** A Business Profile account that exists when the emulator starts. */
export interface AccountSetup {
  readonly name: string
  readonly type: 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'
  readonly locations?: readonly LocationSetup[] | undefined
}

/** A person with a Google account who exists when the emulator starts. */
export interface GoogleBusinessPersonSetup {
  readonly name: string
  /** E-mail address for the sign-in. By default, derived from the name. */
  readonly email?: string | undefined
  /** Business Profile accounts of the person. Default: no accounts. */
  readonly accounts?: readonly AccountSetup[] | undefined
}

/**
 * Field names in a notification: those of captured traffic, or of Google's documents for version 4
 * or version 1.
 */
export type NotificationShape = 'CAPTURED' | 'V4_PROSE' | 'V1_PROSE'

/** All settings of the emulated Google Business Profile. */
export interface GoogleBusinessSettings {
  readonly people: readonly GoogleBusinessPersonSetup[]
  /**
   * Maximum number of requests per minute for each service. 0 simulates a project that Google did
   * not approve.
   */
  readonly perMinute: number
  /** Maximum number of edits per minute for one location. */
  readonly editsPerMinute: number
  /** Error for an exhausted quota: 429 in the current format, or 403 in the older format. */
  readonly quotaRefusal: 429 | 403
  readonly accessTokenSeconds: number
  /**
   * True if the OAuth consent screen is in the status "Testing". Refresh tokens then expire after
   * seven days.
   */
  readonly isTesting: boolean
  /**
   * Maximum number of refresh tokens for one person and client. A new token above the limit
   * revokes the oldest token.
   */
  readonly refreshTokensPerPerson: number
  /**
   * If true, the questions service works as before 3 November 2025. Otherwise all its calls return
   * 501.
   */
  readonly questions: boolean
  /** Seconds before a new post is live. */
  readonly processSeconds: number
  /** Seconds before a new post appears in the list. */
  readonly listDelaySeconds: number
  /** Response to a patched location: the whole location, or only the fields in the mask. */
  readonly patchAnswers: 'WHOLE' | 'MASK'
  /** If true, a location loses its verification when its name or address changes. */
  readonly verifiesAgain: boolean
  /** State of a new reply to a review. */
  readonly replyState: 'PENDING' | 'APPROVED'
  readonly notificationShape: NotificationShape
  /** Format of the body of a push request. */
  readonly pushPayload: PushPayload
  /** Time in seconds for which receivers can cache the public keys, sent in `Cache-Control`. */
  readonly keyCacheSeconds: number
  /**
   * If true, the server sends notifications immediately. Otherwise notifications wait for the
   * control operation `deliver`.
   */
  readonly pushImmediately: boolean
  /** Function that fetches the pictures of posts. Default: the global `fetch`. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
}

/**
 * Format of the body of a push request. The wrapped formats contain the message with its metadata,
 * with or without times. The unwrapped formats contain only the notification, with or without the
 * metadata in headers.
 * https://docs.cloud.google.com/pubsub/docs/payload-unwrapping (read 2026-11-23)
 */
export type PushPayload = 'WRAPPED' | 'WRAPPED_WITHOUT_TIMES' | 'UNWRAPPED' | 'UNWRAPPED_WITH_METADATA'

/** Settings of `googleBusinessNetwork()`. Omitted settings have their defaults. */
export type GoogleBusinessOptions = PartialInit<GoogleBusinessSettings>

/**
 * Default people: Ada owns a group with two locations, Bea owns one location, and Cy owns no
 * location.
 */
const PEOPLE: readonly GoogleBusinessPersonSetup[] = [
  {
    name: 'Ada',
    accounts: [
      { name: 'Ada', type: 'PERSONAL' },
      {
        name: "Ada's Bakeries",
        type: 'LOCATION_GROUP',
        locations: [{ title: "Ada's Bakery", storeCode: 'A1' }, { title: "Ada's Cafe" }],
      },
    ],
  },
  { name: 'Bea', accounts: [{ name: 'Bea', type: 'PERSONAL', locations: [{ title: "Bea's Bikes" }] }] },
  { name: 'Cy' },
]

/**
 * Returns the settings, with defaults for omitted ones. Source of the limits:
 * https://developers.google.com/my-business/content/limits (copy of 2026)
 */
export function toSettings(options: GoogleBusinessOptions): GoogleBusinessSettings {
  return {
    people: PEOPLE,
    perMinute: 300,
    editsPerMinute: 10,
    quotaRefusal: 429,
    accessTokenSeconds: 3599,
    isTesting: false,
    refreshTokensPerPerson: 100,
    questions: false,
    processSeconds: 30,
    listDelaySeconds: 0,
    patchAnswers: 'WHOLE',
    verifiesAgain: false,
    replyState: 'APPROVED',
    notificationShape: 'CAPTURED',
    pushPayload: 'WRAPPED',
    keyCacheSeconds: 20_000,
    pushImmediately: false,
    fetch: (url, init) => fetch(url, init),
    ...withoutUndefined(options),
  }
}
