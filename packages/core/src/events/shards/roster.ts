import { ConfigError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'

/** One worker on the roster. */
export interface RosterMember {
  /** Heartbeat: goes up with each of its turns. A worker whose beat stands still for longer than a lease is gone. */
  readonly beat: number
  /** The shards that nobody else may poll. */
  readonly shards: readonly number[]
}

/** Who polls what: every worker with its shards. */
export type Roster = ReadonlyMap<string, RosterMember>

/** @throws ConfigError when it is not what a worker wrote. */
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

/** The roster as the journal keeps it. */
export function rosterToReceipt(roster: Roster): JsonObject {
  const members = Object.fromEntries(
    Array.from(roster, ([id, { beat, shards }]) => [id, { beat, shards: [...shards] }]),
  )
  return { members }
}

/** What one worker knows when its turn comes. */
export interface Turn {
  readonly roster: Roster
  /** The worker whose turn it is. */
  readonly me: string
  readonly beat: number
  /** How many shards there are. */
  readonly shards: number
  /** Workers whose lease is over. */
  readonly gone: ReadonlySet<string>
  /** Shards of this worker that it polls no more, but of which a poll is still under way. */
  readonly ending: ReadonlySet<number>
  /** Shards of this worker whose last poll has ended: others may have them. */
  readonly ended: ReadonlySet<number>
  /** True when this worker wants to have none. */
  readonly isLeaving: boolean
  /** False while workers may be at work that the roster does not show. */
  readonly mayTake: boolean
}

/** What comes of a turn, once it is written down. */
export interface TurnPlan {
  readonly roster: Roster
  /** Shards to poll from now on, or to go on polling. */
  readonly mine: readonly number[]
  /** Shards to stop, so that others can have them. */
  readonly giveUp: readonly number[]
  /** How many workers there are, this one among them unless it leaves. */
  readonly workers: number
  /** False while this worker has more or fewer shards than its share. */
  readonly isSettled: boolean
}

/**
 * One turn: those who are gone lose their shards, what this worker has too many is given up, and what is free is taken,
 * up to its share. A shard passes from one to the other only through a turn in which it is nobody's.
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

/** Everybody has the same number, give or take one: who has more already keeps the odd one. */
function shareOf({ shards, me }: Turn, others: Roster, held: number): number {
  const sizes = [...others].map(([id, member]) => ({ id, held: member.shards.length }))
  const everybody = [...sizes, { id: me, held }].toSorted(
    (one, other) => other.held - one.held || (one.id < other.id ? -1 : 1),
  )
  const least = Math.floor(shards / everybody.length)
  const odd = shards % everybody.length
  return everybody.findIndex(({ id }) => id === me) < odd ? least + 1 : least
}

function freeShards({ shards }: Turn, others: Roster, kept: readonly number[]): number[] {
  const used = new Set(kept)
  for (const member of others.values()) for (const shard of member.shards) used.add(shard)
  return Array.from({ length: shards }, (_nothing, shard) => shard).filter((shard) => !used.has(shard))
}

function notOurs(): ConfigError {
  return new ConfigError(
    'The roster of the pollers is not what a worker wrote. Give the poller another name, or delete that entry of the journal.',
  )
}
