import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { Access, Bill, Grant, Message, Person, Post, Upload } from './records.js'
import type { XSettings } from './settings.js'

/** A planned error for matching requests. */
export interface PlannedRefusal {
  readonly name: string
  /** Method and pattern of a route. Null for any route. */
  readonly route: string | null
  left: number
}

/** State of the emulated X. The state exists only in memory. */
export interface XState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: XSettings
  /** People by id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  readonly uploads: Map<string, Upload>
  /** Posts, oldest first. */
  readonly posts: Map<string, Post>
  readonly messages: Map<string, Message>
  /** Number of requests in the current time window, by the counted person or app. */
  readonly windows: Map<string, { readonly window: number; count: number }>
  readonly bills: Bill[]
  /** Objects that the app read and paid for. Each entry has the form `day id`. */
  readonly paid: Set<string>
  postsRead: number
  planned: PlannedRefusal[]
  /** Number from which the next id is made. */
  nextId: bigint
  nextPersonId: bigint
}

/** First id. It is above 2^53, so that converting an id to a number causes a visible error. */
const FIRST_ID = 1_990_000_000_000_000_001n

/** Creates the state of a new server. */
export function makeState({ origin, clock, seed, effects }: ModuleSetup, settings: XSettings): XState {
  return {
    origin,
    clock,
    seed,
    effects,
    settings,
    people: new Map(),
    grants: new Map(),
    accesses: [],
    uploads: new Map(),
    posts: new Map(),
    messages: new Map(),
    windows: new Map(),
    bills: [],
    paid: new Set(),
    postsRead: 0,
    planned: [],
    nextId: FIRST_ID,
    nextPersonId: FIRST_ID,
  }
}

/**
 * Returns the next id of a person. It does not contain the time, because people exist before the
 * first request, and a server that starts again has to give them the same ids.
 */
export function nextPersonId(state: XState): string {
  state.nextPersonId += 7n
  return String(state.nextPersonId)
}

/** First millisecond of X's ids. */
const FIRST_ID_MS = 1_288_834_974_657

/**
 * Returns the next id of 19 digits. Each id is larger than the previous id. The bits above the lowest
 * 22 are the time in milliseconds, as at X.
 */
export function nextId(state: XState): string {
  const first = BigInt(state.clock.now().getTime() - FIRST_ID_MS) << 22n
  state.nextId = first > state.nextId ? first : state.nextId + 7n
  return String(state.nextId)
}

/** Returns the time after the given number of seconds. */
export const inSeconds = (state: XState, seconds: number): Date =>
  new Date(state.clock.now().getTime() + seconds * 1000)
