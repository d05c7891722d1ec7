import { type PartialInit, withoutUndefined } from '../framework/left-out.js'
/** The services behind the Business Profile, by the first part of their host. */
export const SERVICES = [
  'mybusinessaccountmanagement',
  'mybusinessbusinessinformation',
  'mybusinessverifications',
  'mybusinessnotifications',
  'mybusinessqanda',
  'mybusiness',
  'businessprofileperformance',
] as const

/** One of them. */
export type Service = (typeof SERVICES)[number]

/** A location to be there from the start. */
export interface LocationSetup {
  readonly title: string
  readonly storeCode?: string | undefined
  /** Verified unless given: most calls want that. */
  readonly isVerified?: boolean | undefined
}

/** An account of the Business Profile to be there from the start. */
export interface AccountSetup {
  readonly name: string
  readonly type: 'PERSONAL' | 'LOCATION_GROUP' | 'USER_GROUP' | 'ORGANIZATION'
  readonly locations?: readonly LocationSetup[] | undefined
}

/** Somebody with a Google account to be there from the start. */
export interface GoogleBusinessPersonSetup {
  readonly name: string
  /** What they sign in with; made of the name unless given. */
  readonly email?: string | undefined
  /** None unless given: somebody without a Business Profile. */
  readonly accounts?: readonly AccountSetup[] | undefined
}

/** How a notification spells its fields: as captured, or as one of the two documents says. */
export type NotificationShape = 'CAPTURED' | 'V4_PROSE' | 'V1_PROSE'

/** Everything about the network that can be chosen. */
export interface GoogleBusinessSettings {
  readonly people: readonly GoogleBusinessPersonSetup[]
  /** Requests a minute for each service; 0 is a project that was never approved. */
  readonly perMinute: number
  /** Edits a minute for one location. */
  readonly editsPerMinute: number
  /** How a used-up quota is refused: today's shape, or the older one. */
  readonly quotaRefusal: 429 | 403
  readonly accessTokenSeconds: number
  /** True for a consent screen in "Testing": refresh tokens end after seven days. */
  readonly isTesting: boolean
  /** Live refresh tokens of one person and client; the oldest goes first. */
  readonly refreshTokensPerPerson: number
  /** True answers questions as before 3 November 2025; otherwise every call there is refused with 501. */
  readonly questions: boolean
  /** Seconds until a new post is live. */
  readonly processSeconds: number
  /** Seconds until a new post shows in the list. */
  readonly listDelaySeconds: number
  /** What a patched location is answered with: all of it, or the fields of the mask alone. */
  readonly patchAnswers: 'WHOLE' | 'MASK'
  /** True takes the standing of a location whose name or address changes. */
  readonly verifiesAgain: boolean
  /** What a new reply to a review is answered with. */
  readonly replyState: 'PENDING' | 'APPROVED'
  readonly notificationShape: NotificationShape
  /** Form of the body of a push request. */
  readonly pushPayload: PushPayload
  /** Seconds the keys may be cached for, in `Cache-Control`. */
  readonly keyCacheSeconds: number
  /** True pushes at once; false waits for `deliver`. */
  readonly pushImmediately: boolean
  /** Gets the pictures that posts name; the machine's `fetch` unless given. */
  readonly fetch: (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>
}

/**
 * Forms of the body of a push request: the message with its metadata, the message without times, or the notification alone
 * (payload unwrapping), with the metadata in headers or without it.
 * https://docs.cloud.google.com/pubsub/docs/payload-unwrapping (read 2026-11-23)
 */
export type PushPayload = 'WRAPPED' | 'WRAPPED_WITHOUT_TIMES' | 'UNWRAPPED' | 'UNWRAPPED_WITH_METADATA'

/** What may be given to `googleBusinessNetwork()`. */
export type GoogleBusinessOptions = PartialInit<GoogleBusinessSettings>

/** Ada owns a group with two places, Bea one place of her own, Cy nothing. */
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

/** Fills in what was left out. Limits: https://developers.google.com/my-business/content/limits (copy of 2026) */
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
