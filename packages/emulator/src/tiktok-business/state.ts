import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Comment, EventType, Grant, Person, Subscription, Video } from './records.js'
import type { TiktokBusinessSettings } from './settings.js'

/** A planned error for one request. */
export interface PlannedRefusal {
  readonly code: number
  readonly message: string
  /** Part of the path: `comment/reply/create`. Null matches every call. */
  readonly path: string | null
  /** If true, the request takes effect before it fails. */
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
  /** Times of today's requests by limit. */
  readonly requests: Map<string, number[]>
  /** End time of the penalty for an exceeded limit per minute. */
  readonly penalties: Map<string, number>
  readonly sender: WebhookSender
  /** Pushes in progress. */
  readonly pushing: Set<Promise<void>>
  /** Next number for an id. */
  nextId: bigint
}

/** Creates the state of a new server. */
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
    // Each attempt has a new signature over the time, a full stop and the exact bytes.
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
    // Beyond 2^53, so that converting an id to a number causes a visible error.
    nextId: 7_301_299_999_999_999_001n,
  }
  return state
}

/** Next id of 19 digits. The steps between ids are uneven. */
export function nextId(state: BusinessState): string {
  state.nextId += 7n
  return String(state.nextId)
}

/** Time in seconds, as TikTok writes it. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
