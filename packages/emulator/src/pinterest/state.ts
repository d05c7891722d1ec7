import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import type { Access, Board, Grant, Person, Pin, Upload } from './records.js'
import type { PinterestSettings } from './settings.js'

/** A refusal that waits for the requests it is meant for. */
export interface PlannedRefusal {
  readonly name: string
  /** Method and pattern of a route; null for any. */
  readonly route: string | null
  left: number
}

/** Everything the emulated Pinterest knows. Lives in memory, ends with the emulator. */
export interface PinterestState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  readonly effects: Effects
  settings: PinterestSettings
  /** By id. */
  readonly people: Map<string, Person>
  readonly grants: Map<string, Grant>
  /** Scopes each person has ever approved for the app: every token has all of them. */
  readonly approved: Map<string, Set<string>>
  readonly accesses: Access[]
  readonly boards: Map<string, Board>
  readonly uploads: Map<string, Upload>
  /** Oldest first. */
  readonly pins: Map<string, Pin>
  /** When requests were made, by what counts them. */
  readonly requests: Map<string, number[]>
  planned: PlannedRefusal[]
  /** The next number that is given out as an id. */
  nextId: bigint
}

/** An empty server. */
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
    // Beyond 2^53, so that whoever turns an id into a number finds out.
    nextId: 813_744_226_420_795_000n,
  }
}

/** The next id of 18 digits. */
export function nextId(state: PinterestState): string {
  state.nextId += 1n
  return String(state.nextId)
}

/** So many seconds from now. */
export const inSeconds = (state: PinterestState, seconds: number): Date =>
  new Date(state.clock.now().getTime() + seconds * 1000)

/** A moment as Pinterest writes it. */
export function writeTime({ settings }: PinterestState, moment: Date): string {
  const text = moment.toISOString().slice(0, 19)
  return settings.timesWithoutZone ? text : `${text}Z`
}
