import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { Access, Board, Grant, Person, Pin, Upload } from './records.js'
import type { PinterestSettings } from './settings.js'

/** An error that the next matching requests receive. `left` is the number of such requests left. */
export interface PlannedRefusal {
  readonly name: string
  /** Method and path pattern of a route. Null matches every route. */
  readonly route: string | null
  left: number
}

/** State of the emulated Pinterest. The state exists only in memory. */
export interface PinterestState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: PinterestSettings
  /** People by id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  /**
   * All scopes that a person ever approved, by person id. A new sign-in gives a token with all of
   * them.
   */
  readonly approved: Map<string, Set<string>>
  readonly accesses: Access[]
  readonly boards: Map<string, Board>
  readonly uploads: Map<string, Upload>
  /** Pins by id, oldest first. */
  readonly pins: Map<string, Pin>
  /** Times in milliseconds of recent requests, by the key of the limit. */
  readonly requests: Map<string, number[]>
  planned: PlannedRefusal[]
  /** Number of the newest id. */
  nextId: bigint
}

/** Creates the initial state of the emulated Pinterest. */
export function makeState(
  { origin, clock, seed, effects }: ModuleSetup,
  settings: PinterestSettings,
): PinterestState {
  return {
    origin,
    clock,
    seed,
    effects,
    settings,
    people: new Map(),
    grants: new Map(),
    approved: new Map(),
    accesses: [],
    boards: new Map(),
    uploads: new Map(),
    pins: new Map(),
    requests: new Map(),
    planned: [],
    // Ids are larger than 2^53, so that a client that converts an id to a number gets a wrong id.
    nextId: 813_744_226_420_795_000n,
  }
}

/** Returns a new id with 18 digits. */
export function nextId(state: PinterestState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** Returns the time that is this number of seconds after now. */
export const inSeconds = (state: PinterestState, seconds: number): Date =>
  new Date(state.clock.now().getTime() + seconds * 1000)

/** Returns a time in Pinterest's format, without fractions of a second. */
export function writeTime({ settings }: PinterestState, moment: Date): string {
  const text = moment.toISOString().slice(0, 19)
  return settings.timesWithoutZone ? text : `${text}Z`
}
