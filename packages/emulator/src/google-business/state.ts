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

/** Everything the emulated network knows. Lives in memory, ends with the emulator. */
export interface GoogleState extends PushSigning {
  readonly origin: string
  readonly seed: Seed
  readonly effects: Effects
  settings: GoogleBusinessSettings
  readonly clients: Map<string, OAuthClient>
  /** By e-mail address. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accessTokens: Map<string, IssuedToken>
  readonly refreshTokens: Map<string, IssuedToken>
  /** `<client> <email>` of those who approved it before. */
  readonly approvals: Set<string>
  readonly accounts: Map<string, Account>
  readonly locations: Map<string, Location>
  readonly posts: Map<string, LocalPost>
  readonly reviews: Map<string, Review>
  readonly questions: Map<string, Question>
  readonly verifications: Map<string, Verification>
  /** By `<location> <metric> <year-month-day>`. */
  readonly numbers: Map<string, number>
  /** By account. */
  readonly notifications: Map<string, NotificationSetting>
  /** Topics of Pub/Sub, and whether Google may publish there. */
  readonly topics: Map<string, boolean>
  readonly subscriptions: Map<string, Subscription>
  /** Services that are not switched on for the project. */
  readonly switchedOff: Set<Service>
  /** Another quota than the usual one. */
  readonly quotas: Map<Service, number>
  /** Moments of the requests of the minute that runs. */
  readonly requests: Map<Service, number[]>
  /** What the next patch of a post or the next reply is to meet. */
  readonly next: { ignoresPatch: boolean; rejectsPost: boolean; rejectsReply: string | null }
  readonly sender: WebhookSender
  readonly pushing: Set<Promise<void>>
  nextNumber: bigint
}

/** An empty network. */
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
    // A token for each attempt: the first one's would be over when the last is made.
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

/** The next id of 19 digits, beyond what JavaScript counts exactly. */
export function nextNumber(state: GoogleState): string {
  state.nextNumber += 11n
  return String(state.nextNumber)
}

/** A moment as Google writes it: without a fraction where there is none. */
export const timeText = (moment: Date): string => moment.toISOString().replace('.000Z', 'Z')
