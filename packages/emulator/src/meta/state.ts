import type { EmulatorClock } from '../framework/clock.js'
import type { Effects } from '../framework/effects.js'
import type { ModuleSetup } from '../framework/module.js'
import type { Seed } from '../framework/seed.js'
import { hmac, WebhookSender } from '../framework/webhooks.js'
import type { Access, Authorization, Grant } from './records.js'
import type { GraphFault } from './refusal.js'
import type { GraphSettings } from './settings.js'

/** An error planned by an operation. */
export interface PlannedFault {
  /**
   * Call that the error affects: its method and the last part of its path, for example `POST
   * media_publish`. If the path is only an object id, the last part is `node`.
   */
  readonly on: string
  readonly fault: GraphFault
  /** If true, the call takes effect before it fails. */
  readonly afterEffect: boolean
  left: number
}

/** A webhook change that waits to be sent. */
export interface PendingChange {
  readonly object: string
  readonly entryId: string
  readonly at: Date
  readonly field: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Percentages that replace the counted percentages in the usage headers. */
export interface UsageOverride {
  readonly appPercent: number | null
  readonly accountPercent: number | null
  readonly regainMinutes: number
  /** Usage percentage of another account in the same header. Null omits this account. */
  readonly otherPercent: number | null
}

/** Common state of every Graph server. The state exists only in memory. */
export interface GraphState {
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  /** Changes that requests made visible on the network. */
  readonly effects: Effects
  /** Name of the use case in the usage headers. */
  readonly useCase: 'pages' | 'instagram' | 'threads'
  settings: GraphSettings
  readonly grants: Map<string, Grant>
  readonly accesses: Access[]
  /** Granted permissions by the id of the person or account. */
  readonly authorizations: Map<string, Authorization>
  readonly planned: PlannedFault[]
  usage: UsageOverride | null
  /** Times of recent calls, by token. */
  readonly calls: Map<string, number[]>
  readonly sender: WebhookSender
  changes: PendingChange[]
  /** Background work in progress: webhook requests and downloads. */
  readonly pending: Set<Promise<unknown>>
  /** Number from which the next id is created. */
  nextId: bigint
}

/** Creates the common state of a new server. */
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
    // Beyond 2^53 and odd, so that converting an id to a number causes a visible error.
    nextId: 17_841_405_822_304_913n,
  }
  return state
}

/**
 * Returns the next id of 17 digits. The id is odd, so that conversion to a floating-point number
 * changes it.
 */
export function nextId(state: GraphState): string {
  state.nextId += 2n
  return String(state.nextId)
}

/** Returns a time in Unix seconds, as webhooks contain it. */
export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000)

/** Returns a time in Graph's format, without fractions and without a colon in the offset. */
export const graphDate = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, '+0000')

/** Returns the time after the given number of seconds. */
export const later = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

/** Tracks background work until it ends. Errors of the work are ignored. */
export function track(state: GraphState, work: Promise<unknown>): void {
  const kept = work.then(
    () => undefined,
    () => undefined,
  )
  state.pending.add(kept)
  void kept.then(() => state.pending.delete(kept))
}
