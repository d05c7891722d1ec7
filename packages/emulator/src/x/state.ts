import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { Access, Bill, Grant, Message, Person, Post, Upload } from './records.js'
import type { XSettings } from './settings.js'

/** A refusal that waits for the requests it is meant for. */
export interface PlannedRefusal {
  readonly name: string
  /** Method and pattern of a route; null for any. */
  readonly route: string | null
  left: number
}

/** Everything the emulated X knows. Lives in memory, ends with the emulator. */
export interface XState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: XSettings
  /** By id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  readonly uploads: Map<string, Upload>
  /** Oldest first. */
  readonly posts: Map<string, Post>
  readonly messages: Map<string, Message>
  /** Requests of the window that runs, by what counts them. */
  readonly windows: Map<string, { readonly window: number; count: number }>
  readonly bills: Bill[]
  /** What was read and paid for already, as `day id`. */
  readonly paid: Set<string>
  postsRead: number
  planned: PlannedRefusal[]
  /** The next number that is given out as an id. */
  nextId: bigint
}

/** An empty server. */
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
    // Beyond 2^53, so that whoever turns an id into a number finds out.
    nextId: 1_990_000_000_000_000_001n,
  }
}

/** The next id of 19 digits. Ids given out later are bigger. */
export function nextId(state: XState): string {
  state.nextId += 7n
  return String(state.nextId)
}

/** So many seconds from now. */
export const inSeconds = (state: XState, seconds: number): Date =>
  new Date(state.clock.now().getTime() + seconds * 1000)
