import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Comment, EventType, Grant, Person, Subscription, Video } from './records.js'
import type { TiktokBusinessSettings } from './settings.js'

/**
 * An error that the next matching requests receive. `times` is the number of such requests left.
 */
export interface PlannedRefusal {
  readonly code: number
  readonly message: string
  /** Part of the request path, for example `comment/reply/create`. Null matches every call. */
  readonly path: string | null
  /** If true, the server executes the request before it returns the error. */
  readonly afterEffect: boolean
  times: number
}

/** State of the emulated TikTok Business. The state exists only in memory. */
export interface BusinessState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: TiktokBusinessSettings
  /** Accounts by open id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  readonly subscriptions: Map<EventType, Subscription>
  readonly planned: PlannedRefusal[]
  /** Times in milliseconds of recent requests, by the key of the limit. */
  readonly requests: Map<string, number[]>
  /** End of the penalty in milliseconds, by the key of the exceeded limit. */
  readonly penalties: Map<string, number>
  readonly sender: WebhookSender
  /** Webhook deliveries in progress. */
  readonly pushing: Set<Promise<void>>
  /** Number of the newest id. */
  nextId: bigint
}

/** Creates the initial state of the emulated TikTok Business. */
export function makeState(setup: ModuleSetup, settings: TiktokBusinessSettings): BusinessState {
  const { origin, clock, seed, effects } = setup
  const state: BusinessState = {
    origin,
    clock,
    seed,
    effects,
    settings,
    people: new Map(),
    grants: new Map(),
    accesses: [],
    videos: new Map(),
    comments: new Map(),
    subscriptions: new Map(),
    planned: [],
    requests: new Map(),
    penalties: new Map(),
    // Every delivery attempt is signed again, over the current time, a full stop, and the bytes of
    // the body.
    sender: new WebhookSender({
      carry: setup.carryPush,
      immediately: settings.pushImmediately,
      sign: (body) => {
        const time = secondsOf(clock.now())
        const signed = Buffer.concat([Buffer.from(`${time}.`), body])
        return {
          'Tiktok-Signature': `t=${time},s=${hmac(signed, state.settings.appSecret)}`,
          'webhook-schema-version': '1.0',
        }
      },
    }),
    pushing: new Set(),
    // Ids are larger than 2^53, so that a client that converts an id to a number gets a wrong id.
    nextId: 7_301_299_999_999_999_001n,
  }
  return state
}

/** Returns a new id with 19 digits. Consecutive ids differ by 7. */
export function nextId(state: BusinessState): string {
  state.nextId += 7n
  return String(state.nextId)
}

/** Returns the time as a Unix timestamp in seconds. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
