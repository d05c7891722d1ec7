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
  /** Times of requests in the current minute by token. */
  readonly requests: Map<string, number[]>
  readonly sender: WebhookSender
  /** Pushes in progress. */
  readonly pushing: Set<Promise<void>>
  /** Next number for an id. */
  nextId: bigint
  /** Number and status of planned responses to last chunks, which still take effect. Null for none. */
  lastPieces: { readonly status: number; left: number } | null
}

/** Creates the state of a new server. */
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
    // Each attempt has a new signature over the time, a full stop and the exact bytes.
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
    // Beyond 2^53, so that converting an id to a number causes a visible error.
    nextId: 7_301_234_567_890_123_401n,
    lastPieces: null,
  }
  return state
}

/** Next id of 19 digits. */
export function nextId(state: TiktokState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** Time in seconds, as TikTok writes it. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
