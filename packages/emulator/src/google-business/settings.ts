import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** Services of Business Profile, by the first part of their host names. */
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

/** A location that exists from the start. */
export interface LocationSetup {
  readonly title: string
  readonly storeCode?: string | undefined
  /** True if the location is verified. Default: true, because most calls require a verified location. */
  readonly isVerified?: boolean | undefined
}

/** A Business Profile account that exists from the start. */
export interface AccountSetup {
  readonly name: string
  readonly type: 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'
  readonly locations?: readonly LocationSetup[] | undefined
}

/** A person with a Google account who exists from the start. */
export interface GoogleBusinessPersonSetup {
  readonly name: string
  /** E-mail address for the sign-in. Default: an address made from the name. */
  readonly email?: string | undefined
  /** Business Profile accounts of the person. Default: no accounts. */
  readonly accounts?: readonly AccountSetup[] | undefined
}

/** Source of the field names in a notification: captured traffic, or one of the two documents. */
export type NotificationShape = 'CAPTURED' | 'V4_PROSE' | 'V1_PROSE'

/** All settings of the network. */
export interface GoogleBusinessSettings {
  readonly people: readonly GoogleBusinessPersonSetup[]
  /** Requests per minute for each service. The value 0 simulates a project without approval. */
  readonly perMinute: number
  /** Maximum number of edits per minute for one location. */
  readonly editsPerMinute: number
  /** Response for an exhausted quota: 429 in the current format, or 403 in the older format. */
  readonly quotaRefusal: 429 | 403
  readonly accessTokenSeconds: number
  /** True for a consent screen in "Testing": refresh tokens expire after seven days. */
  readonly isTesting: boolean
  /**
   * Maximum number of refresh tokens for one person and client. A new token above the limit replaces the oldest
   * token.
   */
  readonly refreshTokensPerPerson: number
  /** If true, questions work as before 3 November 2025. Otherwise every call returns 501. */
  readonly questions: boolean
  /** Seconds before a new post is live. */
  readonly processSeconds: number
  /** Seconds before a new post appears in the list. */
  readonly listDelaySeconds: number
  /** Content of the response to a patched location: the whole location, or only the fields in the mask. */
  readonly patchAnswers: 'WHOLE' | 'MASK'
  /** If true, a changed name or address removes the verification of a location. */
  readonly verifiesAgain: boolean
  /** State of a new reply to a review. */
  readonly replyState: 'PENDING' | 'APPROVED'
  readonly notificationShape: NotificationShape
  /** Format of the body of a push request. */
  readonly pushPayload: PushPayload
  /** Cache lifetime of the keys in seconds, sent in `Cache-Control`. */
  readonly keyCacheSeconds: number
  /** If true, the server pushes notifications immediately. Otherwise the operation `deliver` pushes them. */
  readonly pushImmediately: boolean
  /** Function that fetches the pictures of posts. Default: the `fetch` of the machine. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
}

/**
 * Format of the body of a push request: the message with its metadata, the message without times, or the
 * notification only (payload unwrapping), with the metadata in headers or without it.
 * https://docs.cloud.google.com/pubsub/docs/payload-unwrapping (read 2026-11-23)
 */
export type PushPayload = 'WRAPPED' | 'WRAPPED_WITHOUT_TIMES' | 'UNWRAPPED' | 'UNWRAPPED_WITH_METADATA'

/** Optional settings of `googleBusinessNetwork()`. */
export type GoogleBusinessOptions = PartialInit<GoogleBusinessSettings>

/** Default people: Ada owns a group with two places, Bea owns one place, and Cy owns no place. */
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
 * Settings with defaults for the missing ones. Limits: https://developers.google.com/my-business/content/limits
 * (copy of 2026)
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
