import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { WebhookSender } from '../framework/webhooks.js'
import { makeKeys } from './pushes/keys.js'
import { pushHeaders, type PushSigning } from './pushes/push-tokens.js'
import type {
  Account,
  Grant,
  IssuedToken,
  LocalPost,
  Location,
  NotificationSetting,
  OAuthClient,
  Person,
  Question,
  Review,
  Subscription,
  Verification,
} from './records.js'
import type { GoogleBusinessSettings, Service } from './settings.js'

/** State of the emulated Google Business Profile. The state exists only in memory. */
export interface GoogleState extends PushSigning {
  readonly origin: string
  readonly seed: Seed
  readonly effects: Effects
  settings: GoogleBusinessSettings
  readonly clients: Map<string, OAuthClient>
  /** People by e-mail address. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accessTokens: Map<string, IssuedToken>
  readonly refreshTokens: Map<string, IssuedToken>
  /** Approvals given on the consent page, as `<client> <email>`. */
  readonly approvals: Set<string>
  readonly accounts: Map<string, Account>
  readonly locations: Map<string, Location>
  readonly posts: Map<string, LocalPost>
  readonly reviews: Map<string, Review>
  readonly questions: Map<string, Question>
  readonly verifications: Map<string, Verification>
  /** Statistics, by `<location> <metric> <year-month-day>`. */
  readonly numbers: Map<string, number>
  /** Notification settings, by account id. */
  readonly notifications: Map<string, NotificationSetting>
  /** Pub/Sub topics by name. The value is true if Google is allowed to publish to the topic. */
  readonly topics: Map<string, boolean>
  readonly subscriptions: Map<string, Subscription>
  /** Services that are disabled for the Cloud project. */
  readonly switchedOff: Set<Service>
  /** Quotas per minute of single services. All other services have the default quota. */
  readonly quotas: Map<Service, number>
  /** Times in milliseconds of the requests in the last minute, by service. */
  readonly requests: Map<Service, number[]>
  /**
   * Planned behavior for the next patch of a post, the next new post, and the next reply to a
   * review.
   */
  readonly next: { ignoresPatch: boolean; rejectsPost: boolean; rejectsReply: string | null }
  readonly sender: WebhookSender
  readonly pushing: Set<Promise<void>>
  nextNumber: bigint
}

/** Creates the initial state of the emulated Google Business Profile. */
export function makeState(setup: ModuleSetup, settings: GoogleBusinessSettings): GoogleState {
  const { origin, clock, seed, effects } = setup
  const state: GoogleState = {
    origin,
    clock,
    seed,
    effects,
    settings,
    clients: new Map(),
    people: new Map(),
    grants: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    approvals: new Set(),
    accounts: new Map(),
    locations: new Map(),
    posts: new Map(),
    reviews: new Map(),
    questions: new Map(),
    verifications: new Map(),
    numbers: new Map(),
    notifications: new Map(),
    topics: new Map(),
    subscriptions: new Map(),
    switchedOff: new Set(),
    quotas: new Map(),
    requests: new Map(),
    keys: makeKeys(seed),
    forgeries: [],
    next: { ignoresPatch: false, rejectsPost: false, rejectsReply: null },
    // Every delivery attempt gets a new token, because the first token can expire before the last
    // attempt.
    sender: new WebhookSender({
      carry: setup.carryPush,
      immediately: settings.pushImmediately,
      sign: (_body, push) => pushHeaders(state, push),
    }),
    pushedTo: new WeakMap(),
    pushing: new Set(),
    nextNumber: 4_567_890_123_456_789_001n,
  }
  return state
}

/** Returns a new id with 19 digits, larger than JavaScript's safe integers. */
export function nextNumber(state: GoogleState): string {
  state.nextNumber += 11n
  return String(state.nextNumber)
}

/** Returns a time in Google's format, which omits a fraction of zero. */
export const timeText = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')
