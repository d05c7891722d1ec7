import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Authorization, Grant } from './records.js'
import type { GraphFault } from './refusal.js'
import type { GraphSettings } from './settings.js'

/** A refusal that a control asked for. */
export interface PlannedFault {
  /** Which call it hits: method and the last part of the path, `POST media_publish`; an object itself is `node`. */
  readonly on: string
  readonly fault: GraphFault
  /** True when the call takes effect before it is refused. */
  readonly afterEffect: boolean
  left: number
}

/** One change that waits to be pushed. */
export interface PendingChange {
  readonly object: string
  readonly entryId: string
  readonly at: Date
  readonly field: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Percentages that the usage headers show, instead of those that were counted. */
export interface UsageOverride {
  readonly appPercent: number | null
  readonly accountPercent: number | null
  readonly regainMinutes: number
  /** Usage of another account in the same header; null leaves it out. */
  readonly otherPercent: number | null
}

/** What every Graph server knows, whichever network it is. Lives in memory, ends with the emulator. */
export interface GraphState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  /** What requests made that people can see. */
  readonly effects: Effects
  /** Which use case the usage headers name. */
  readonly useCase: 'pages' | 'instagram' | 'threads'
  settings: GraphSettings
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  /** What each person, or account, allows the app. */
  readonly authorizations: Map<string, Authorization>
  readonly planned: PlannedFault[]
  usage: UsageOverride | null
  /** When calls were made, for each token. */
  readonly calls: Map<string, number[]>
  readonly sender: WebhookSender
  changes: PendingChange[]
  /** Work that goes on beside the calls: pushes and downloads that were begun. */
  readonly pending: Set<Promise<unknown>>
  /** The next number that is given out as an id. */
  nextId: bigint
}

/** The common part of a server, empty. */
export function makeGraphState(
  setup: ModuleSetup,
  settings: GraphSettings,
  useCase: GraphState['useCase'],
): GraphState {
  const { origin, clock, seed, effects } = setup
  const state: GraphState = {
    origin,
    clock,
    seed,
    effects,
    useCase,
    settings,
    grants: new Map(),
    accesses: [],
    authorizations: new Map(),
    planned: [],
    usage: null,
    calls: new Map(),
    sender: new WebhookSender({
      carry: setup.carryPush,
      immediately: settings.pushImmediately,
      sign: (body) => ({
        'X-Hub-Signature-256': hmac(body, state.settings.webhookSecret ?? state.settings.appSecret, {
          prefix: 'sha256=',
        }),
      }),
    }),
    changes: [],
    pending: new Set(),
    // Beyond 2^53 and odd, so that whoever turns an id into a number finds out.
    nextId: 17_841_405_822_304_913n,
  }
  return state
}

/** The next id of 17 digits; odd, so that it does not survive as a floating-point number. */
export function nextId(state: GraphState): string {
  state.nextId += 2n
  return String(state.nextId)
}

/** The clock in whole seconds, as webhooks write times. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** A moment as Graph writes it: no colon in the offset, no fractions. */
export const graphDate = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, '+0000')

/** A moment so many seconds after another. */
export const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** Keeps work that nobody awaits until it ends; a failure of it is nobody's. */
export function beside(state: GraphState, work: Promise<unknown>): void {
  const kept = work.then(
    () => undefined,
    () => undefined,
  )
  state.pending.add(kept)
  void kept.then(() => state.pending.delete(kept))
}
