import { existsSync, readFileSync } from 'node:fs'

/** Time when a process was frozen or killed, in seconds of the clock that all processes share. */
export interface Pause {
  readonly pid: number
  readonly from: number
  readonly to: number
}

interface Poll {
  readonly id: string
  readonly pid: number
  readonly from: number
  readonly to: number
}

/** Statistics about the polls of all connections. */
export interface PollReport {
  readonly polls: number
  /** Polls of one connection that two processes made at the same time. */
  readonly doubled: readonly string[]
  /** Longest time in seconds during which a connection was not polled. */
  readonly maxGap: number
  readonly workers: number
}

const SECONDS = 1e-9

const linesOf = (log: string): readonly string[] =>
  existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []

/** Reads the start of every poll from the logs. */
export function readBeginnings(
  log: string,
): readonly { readonly id: string; readonly pid: number; readonly at: number }[] {
  return linesOf(log).flatMap((line) => {
    const [what, id = '', pid, at] = line.split(' ')
    return what === 'BEGIN' ? [{ id, pid: Number(pid), at: Number(at) * SECONDS }] : []
  })
}

/** Reads the errors that the workers wrote to the log. */
export function readTroubles(log: string): readonly string[] {
  return linesOf(log).filter((line) => line.startsWith('ERROR '))
}

/**
 * Reads the logs of the workers and computes the statistics. A process polls nothing while it is
 * frozen, and nothing after it was killed.
 */
export function readPolls(
  log: string,
  options: { readonly ids: number; readonly pauses: readonly Pause[]; readonly to: number },
): PollReport {
  const lines = linesOf(log)
  const open = new Map<string, { id: string; pid: number; from: number }>()
  const polls: Poll[] = []
  for (const line of lines) {
    const [what, id = '', pid = '', at = ''] = line.split(' ')
    const [key, moment] = [`${id} ${pid}`, Number(at) * SECONDS]
    if (what === 'BEGIN') open.set(key, { id, pid: Number(pid), from: moment })
    const begun = open.get(key)
    if (what !== 'END' || !begun) continue
    open.delete(key)
    polls.push({ ...begun, to: moment })
  }
  for (const begun of open.values()) polls.push({ ...begun, to: options.to })
  const active = polls.map((poll) => ({ ...poll, to: endOf(poll, options.pauses) }))
  return {
    polls: polls.length,
    doubled: doubledOf(active),
    maxGap: maxGapOf(active, options),
    workers: new Set(polls.map(({ pid }) => pid)).size,
  }
}

function endOf(poll: Poll, pauses: readonly Pause[]): number {
  const pause = pauses.find(({ pid, from, to }) => pid === poll.pid && from < poll.to && to > poll.from)
  return pause === undefined ? poll.to : Math.max(poll.from, pause.from)
}

function doubledOf(polls: readonly Poll[]): string[] {
  const doubled: string[] = []
  for (const of of Map.groupBy(polls, ({ id }) => id).values()) {
    const ordered = of.toSorted((one, other) => one.from - other.from)
    for (const [at, poll] of ordered.entries()) {
      const before = ordered[at - 1]
      if (before && before.to > poll.from) doubled.push(`${poll.id}: ${before.pid} and ${poll.pid}`)
    }
  }
  return doubled
}

function maxGapOf(
  polls: readonly Poll[],
  { ids, to }: { readonly ids: number; readonly to: number },
): number {
  const byId = Map.groupBy(polls, ({ id }) => id)
  if (byId.size < ids) return Infinity
  let maxSeconds = 0
  for (const of of byId.values()) {
    const moments = [...of.map(({ from }) => from).toSorted((one, other) => one - other), to]
    for (const [at, moment] of moments.entries())
      maxSeconds = Math.max(maxSeconds, moment - (moments[at - 1] ?? moment))
  }
  return maxSeconds
}
