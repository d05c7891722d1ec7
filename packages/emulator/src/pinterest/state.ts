import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { Access, Board, Grant, Person, Pin, Upload } from './records.js'
import type { PinterestSettings } from './settings.js'

/** A planned error for matching requests. */
export interface PlannedRefusal {
  readonly name: string
  /** Method and pattern of a route. Null for any. */
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
  /** All scopes that a person ever approved. Every token has them. */
  readonly approved: Map<string, Set<string>>
  readonly accesses: Access[]
  readonly boards: Map<string, Board>
  readonly uploads: Map<string, Upload>
  /** Pins, oldest first. */
  readonly pins: Map<string, Pin>
  /** Times of requests by counted subject. */
  readonly requests: Map<string, number[]>
  planned: PlannedRefusal[]
  /** Next number for an id. */
  nextId: bigint
}

/** Creates the state of a new server. */
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
    // Beyond 2^53, so that converting an id to a number causes a visible error.
    nextId: 813_744_226_420_795_000n,
  }
}

/** Next id of 18 digits. */
export function nextId(state: PinterestState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** Time after the given number of seconds. */
export const inSeconds = (state: PinterestState, seconds: number): Date =>
  new Date(state.clock.now().getTime() + seconds * 1000)

/** Time in Pinterest's format. */
export function writeTime({ settings }: PinterestState, moment: Date): string {
  const text = moment.toISOString().slice(0, 19)
  return settings.timesWithoutZone ? text : `${text}Z`
}
