import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Grant, Person, Publication } from './records.js'
import type { TiktokSettings } from './settings.js'

/** Everything the emulated TikTok knows. Lives in memory, ends with the emulator. */
export interface TiktokState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: TiktokSettings
  /** By open id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  /** By publish id, oldest first. */
  readonly publications: Map<string, Publication>
  /** When each token made the requests of the minute that runs. */
  readonly requests: Map<string, number[]>
  readonly sender: WebhookSender
  /** Pushes that were begun and are not answered yet. */
  readonly pushing: Set<Promise<void>>
  /** The next number that is given out as an id. */
  nextId: bigint
  /** What the next last pieces are answered with although they took effect, and how many; null as usual. */
  lastPieces: { readonly status: number; left: number } | null
}

/** An empty server. */
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
    // Signed afresh for each attempt, over the time, a full stop and the exact bytes.
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
    // Beyond 2^53, so that whoever turns an id into a number finds out.
    nextId: 7_301_234_567_890_123_401n,
    lastPieces: null,
  }
  return state
}

/** The next id of 19 digits. */
export function nextId(state: TiktokState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** The clock in whole seconds, as TikTok writes times. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)
