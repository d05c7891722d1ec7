import { ConfigError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'

/** One worker on the roster. */
export interface RosterMember {
  /** Heartbeat: incremented with each turn. A worker without a new heartbeat for longer than a lease is dead. */
  readonly beat: number
  /** Shards that no other worker may poll. */
  readonly shards: readonly number[]
}

/** All workers with their shards. */
export type Roster = ReadonlyMap<string, RosterMember>

/** @throws ConfigError for a receipt that no worker wrote. */
export function rosterFromReceipt(receipt: JsonObject | null): Roster {
  const members = receipt === null ? {} : receipt['members']
  if (typeof members !== 'object' || members === null) throw notOurs()
  const roster = new Map<string, RosterMember>()
  for (const [id, member] of Object.entries(members)) {
    const { beat, shards } = Object(member) as Readonly<Record<string, unknown>> // read by name only
    if (typeof beat !== 'number' || !Array.isArray(shards) || !shards.every(Number.isInteger)) throw notOurs()
    roster.set(id, { beat, shards })
  }
  return roster
}

/** Converts the roster for the journal. */
export function rosterToReceipt(roster: Roster): JsonObject {
  const members = Object.fromEntries(
    Array.from(roster, ([id, { beat, shards }]) => [id, { beat, shards: [...shards] }]),
  )
  return { members }
}

/** Input of one turn of a worker. */
export interface Turn {
  readonly roster: Roster
  /** The worker of this turn. */
  readonly me: string
  readonly beat: number
  /** Total number of shards. */
  readonly shards: number
  /** Workers whose lease has ended. */
  readonly gone: ReadonlySet<string>
  /** Shards that this worker no longer polls, but with a poll still running. */
  readonly ending: ReadonlySet<number>
  /** Shards of this worker whose last poll has ended: they are free for other workers. */
  readonly ended: ReadonlySet<number>
  /** True if this worker gives up all its shards. */
  readonly isLeaving: boolean
  /** False while workers may be active that the roster does not contain. */
  readonly mayTake: boolean
}

/** Result of a turn, valid once it is stored. */
export interface TurnPlan {
  readonly roster: Roster
  /** Shards to start or to continue polling. */
  readonly mine: readonly number[]
  /** Shards to stop, so that other workers can take them. */
  readonly giveUp: readonly number[]
  /** Number of workers, including this one unless it leaves. */
  readonly workers: number
  /** False while this worker has more or fewer shards than its share. */
  readonly isSettled: boolean
}

/**
 * Plans one turn. Dead workers lose their shards, excess shards of this worker are given up, and free shards are taken up to
 * its share. A shard moves between workers only through a turn in which it is free.
 */
export function planTurn(turn: Turn): TurnPlan {
  const { roster, me, gone, ending, ended, isLeaving, mayTake } = turn
  const others = new Map([...roster].filter(([id]) => id !== me && !gone.has(id)))
  const kept = (roster.get(me)?.shards ?? []).filter((shard) => !ended.has(shard))
  const running = kept.filter((shard) => !ending.has(shard))
  const share = isLeaving ? 0 : shareOf(turn, others, kept.length)
  const taken =
    mayTake && share > running.length ? freeShards(turn, others, kept).slice(0, share - running.length) : []
  const mine = [...running.slice(0, share), ...taken]
  const next = new Map(others)
  const held = [...kept, ...taken].toSorted((one, other) => one - other)
  if (!isLeaving || held.length > 0) next.set(me, { beat: turn.beat, shards: held })
  return {
    roster: next,
    mine,
    giveUp: running.slice(share),
    workers: others.size + (isLeaving ? 0 : 1),
    isSettled: mine.length === share && held.length === share,
  }
}

/** Number of shards of this worker: an equal share. Workers that already have more get the remainder. */
function shareOf({ shards, me }: Turn, others: Roster, held: number): number {
  const sizes = [...others].map(([id, member]) => ({ id, held: member.shards.length }))
  const workers = [...sizes, { id: me, held }].toSorted(
    (one, other) => other.held - one.held || (one.id < other.id ? -1 : 1),
  )
  const base = Math.floor(shards / workers.length)
  const odd = shards % workers.length
  return workers.findIndex(({ id }) => id === me) < odd ? base + 1 : base
}

function freeShards({ shards }: Turn, others: Roster, kept: readonly number[]): number[] {
  const used = new Set(kept)
  for (const member of others.values()) for (const shard of member.shards) used.add(shard)
  return Array.from({ length: shards }, (_nothing, shard) => shard).filter((shard) => !used.has(shard))
}

function notOurs(): ConfigError {
  return new ConfigError(
    'The roster of the pollers was not written by a worker. Give the poller another name, or delete that entry of the journal.',
  )
}
