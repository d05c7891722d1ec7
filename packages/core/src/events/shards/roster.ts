import { ConfigError } from '../../errors/index.js'
import type { JsonObject } from '../../models/index.js'

/** Entry of one worker on the roster. */
export interface RosterMember {
  /**
   * Heartbeat of the worker, incremented in each of its turns. If the heartbeat does not advance
   * for longer than a lease, the worker is dead.
   */
  readonly beat: number
  /** Shards that belong to this worker. No other worker may poll them. */
  readonly shards: readonly number[]
}

/** Roster of a sharded poller. Maps the id of each worker to its heartbeat and shards. */
export type Roster = ReadonlyMap<string, RosterMember>

/**
 * Reads the roster from a journal receipt. @throws ConfigError for a receipt that
 * `rosterToReceipt` did not write.
 */
export function rosterFromReceipt(receipt: JsonObject | null): Roster {
  const members = receipt === null ? {} : receipt['members']
  if (typeof members !== 'object' || members === null) throw notOurs()
  const roster = new Map<string, RosterMember>()
  for (const [id, member] of Object.entries(members)) {
    const { beat, shards } = Object(member) as Readonly<Record<string, unknown>> // safe cast: Object() always returns an object, and both values are checked below
    if (typeof beat !== 'number' || !Array.isArray(shards) || !shards.every(Number.isInteger)) throw notOurs()
    roster.set(id, { beat, shards })
  }
  return roster
}

/** Converts the roster into a receipt for the journal. */
export function rosterToReceipt(roster: Roster): JsonObject {
  const members = Object.fromEntries(
    Array.from(roster, ([id, { beat, shards }]) => [id, { beat, shards: [...shards] }]),
  )
  return { members }
}

/** Input of one turn of a worker, in which the worker updates the roster. */
export interface Turn {
  readonly roster: Roster
  /** Id of the worker that takes this turn. */
  readonly me: string
  readonly beat: number
  /** Total number of shards of the sharded poller. */
  readonly shards: number
  /** Ids of the dead workers. Their shards are free for other workers. */
  readonly gone: ReadonlySet<string>
  /** Shards that this worker is giving up, but that still have a running poll. */
  readonly ending: ReadonlySet<number>
  /**
   * Shards that this worker gave up and whose last poll has ended. Other workers can take these
   * shards.
   */
  readonly ended: ReadonlySet<number>
  /** True if this worker is stopping and gives up all its shards. */
  readonly isLeaving: boolean
  /**
   * False if workers may be active that the roster does not contain. This worker then takes no
   * shards.
   */
  readonly mayTake: boolean
}

/** Result of a turn. The result takes effect when the new roster was stored. */
export interface TurnPlan {
  readonly roster: Roster
  /** Shards that this worker polls after this turn. */
  readonly mine: readonly number[]
  /** Shards that this worker stops polling, so that other workers can take them in a later turn. */
  readonly giveUp: readonly number[]
  /** Number of live workers. This worker is included unless it is stopping. */
  readonly workers: number
  /** True if this worker has exactly its share of the shards. */
  readonly isSettled: boolean
}

/**
 * Plans one turn of a worker. The worker frees the shards of dead workers, gives up shards above
 * its share, and takes free shards up to its share. A given-up shard is free only after its last
 * poll has ended, so that two workers never poll it at the same time.
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

/**
 * Returns the share of this worker: the shards divided equally. Workers that hold the most shards
 * get one more each while there is a remainder.
 */
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
