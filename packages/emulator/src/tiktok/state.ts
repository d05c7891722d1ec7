import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Grant, Person, Publication } from './records.js'
import type { TiktokSettings } from './settings.js'

/** State of the emulated TikTok. The state exists only in memory. */
export interface TiktokState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: TiktokSettings
  /** People by open id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  /** Videos by publish id, oldest first. */
  readonly publications: Map<string, Publication>
  /** Times in milliseconds of the requests of the last minute, by group of calls and token. */
  readonly requests: Map<string, number[]>
  readonly sender: WebhookSender
  /** Webhook deliveries in progress. */
  readonly pushing: Set<Promise<void>>
  /** Number of the newest id. */
  nextId: bigint
  /**
   * Status for responses to the last chunk of an upload, and the number of such responses left.
   * The chunk is stored nevertheless. Null for normal responses.
   */
  lastPieces: { readonly status: number; left: number } | null
}

/** Creates the initial state of the emulated TikTok. */
export function makeState(setup: ModuleSetup, settings: TiktokSettings): TiktokState {
  const { origin, clock, seed, effects } = setup
  const state: TiktokState = {
    origin,
    clock,
    seed,
    effects,
    settings,
    people: new Map(),
    grants: new Map(),
    accesses: [],
    publications: new Map(),
    requests: new Map(),
    // Every delivery attempt is signed again, over the current time, a full stop, and the bytes of
    // the body.
    sender: new WebhookSender({
      carry: setup.carryPush,
      immediately: settings.pushImmediately,
      sign: (body) => {
        const time = Math.floor(clock.now().getTime() / 1000)
        const signed = Buffer.concat([Buffer.from(`${time}.`), body])
        return { 'TikTok-Signature': `t=${time},s=${hmac(signed, state.settings.clientSecret)}` }
      },
    }),
    pushing: new Set(),
    // Ids are larger than 2^53, so that a client that converts an id to a number gets a wrong id.
    nextId: 7_301_234_567_890_123_401n,
    lastPieces: null,
  }
  return state
}

/** Returns a new id with 19 digits. */
export function nextId(state: TiktokState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** Returns the time as a Unix timestamp in seconds. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
