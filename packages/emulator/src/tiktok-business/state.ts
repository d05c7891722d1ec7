import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Comment, EventType, Grant, Person, Subscription, Video } from './records.js'
import type { TiktokBusinessSettings } from './settings.js'

/** A refusal that waits for a request. */
export interface PlannedRefusal {
  readonly code: number
  readonly message: string
  /** Part of the path: `comment/reply/create`; null fits every call. */
  readonly path: string | null
  /** True lets the request take effect first. */
  readonly afterEffect: boolean
  times: number
}

/** Everything the emulated TikTok Business knows. Lives in memory, ends with the emulator. */
export interface BusinessState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: TiktokBusinessSettings
  /** By open id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  readonly videos: Map<string, Video>
  readonly comments: Map<string, Comment>
  readonly subscriptions: Map<EventType, Subscription>
  readonly planned: PlannedRefusal[]
  /** Moments of the requests of the day that runs, by limit. */
  readonly requests: Map<string, number[]>
  /** Until when a broken limit of a minute refuses. */
  readonly penalties: Map<string, number>
  readonly sender: WebhookSender
  /** Pushes that were begun and are not answered yet. */
  readonly pushing: Set<Promise<void>>
  /** The next number that is given out as an id. */
  nextId: bigint
}

/** An empty server. */
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
    // Signed afresh for each attempt, over the time, a full stop and the exact bytes.
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
    // Beyond 2^53, so that whoever turns an id into a number finds out.
    nextId: 7_301_299_999_999_999_001n,
  }
  return state
}

/** The next id of 19 digits. Ids of one network grow in no even steps. */
export function nextId(state: BusinessState): string {
  state.nextId += 7n
  return String(state.nextId)
}

/** The clock in whole seconds, as TikTok writes times. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
