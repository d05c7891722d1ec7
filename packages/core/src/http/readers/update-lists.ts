import type { Clock } from '../../contract/ports.js'
import {
  AuthError,
  ConfigError,
  NetworkError,
  PlatformError,
  RateLimitError,
  whatNext,
} from '../../errors/index.js'
import type { Update, UpdateStep } from '../../models/index.js'
import { assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'

/**
 * Number of consecutive failed lists after which a step ends, because the network itself has an outage. Our choice.
 */
const MAX_FAILURES_IN_A_ROW = 3
/**
 * Seconds after which a step reads no further page, so that a slow network does not exceed the deadline of the call.
 * Our choice.
 */
const MAX_STEP_SECONDS = 90
/**
 * Maximum length of a progress text in characters. A longer text is dropped, and the poll starts again. Our choice.
 */
const MAX_PROGRESS_LENGTH = 60_000

/** One page of updates of one list. */
export interface UpdatePage {
  /** Updates newer than the requested time, newest first. */
  readonly updates: readonly Update[]
  /** Cursor of the next page. Null after the last page up to the requested time. */
  readonly next: string | null
}

/** The lists of one poll, for example the comments of each recent post. */
export interface UpdateLists {
  /** Returns the ids of the lists to read. Called once, in the first step. */
  readonly readIds: () => Promise<readonly string[]>
  /** Reads one page of a list. `cursor` is null for the first page. */
  readonly readPage: (id: string, cursor: string | null) => Promise<UpdatePage>
  /** True for the error of a list that no longer exists, for example of a deleted post. */
  readonly isGone: (error: unknown, id: string) => boolean | Promise<boolean>
  /** Maximum number of pages per step. */
  readonly maxPages: number
  readonly clock: Clock
}

interface OpenList {
  readonly id: string
  readonly cursor: string | null
}

/**
 * Reads one step of a poll over many lists. Every list gets its first page before any list gets its second page. An
 * error keeps what was read: the next step resumes after it. A list that fails does not hide the others.
 *
 * @param progress - `progress` of the previous step; null for the first step.
 * @throws The error of the first step when the ids of the lists cannot be read.
 * @throws ConfigError for a progress text that is not valid, and for lists without their functions.
 */
export async function readUpdateLists(progress: string | null, lists: UpdateLists): Promise<UpdateStep> {
  assertMethods(lists, ['readIds', 'readPage', 'isGone'], 'readUpdateLists: lists')
  const open: OpenList[] =
    progress === null ? (await lists.readIds()).map((id) => ({ id, cursor: null })) : readProgress(progress)
  const found = new Map<string, Update>()
  const failed: OpenList[] = []
  let interruptedBy: unknown = null
  let failuresInARow = 0
  let hasRead = false
  const endsAt = lists.clock.monotonic() + MAX_STEP_SECONDS
  for (let pages = 0; pages < lists.maxPages; pages += 1) {
    if (pages > 0 && lists.clock.monotonic() >= endsAt) break
    const list = open.shift()
    if (list === undefined) break
    try {
      const { updates, next } = await lists.readPage(list.id, list.cursor)
      for (const update of updates) found.set(update.id, update)
      if (next !== null && next !== list.cursor) open.push({ id: list.id, cursor: next })
      failuresInARow = 0
      hasRead = true
    } catch (error) {
      if (await lists.isGone(error, list.id)) continue
      failuresInARow += 1
      const endsStep = isOfAllLists(error) || failuresInARow >= MAX_FAILURES_IN_A_ROW
      interruptedBy = endsStep ? error : (interruptedBy ?? error)
      if (RateLimitError.is(error) || AuthError.is(error)) open.unshift(list)
      // After a definite refusal the list is read again from its first page, because its cursor may be invalid.
      else failed.push({ id: list.id, cursor: isTemporary(error) ? list.cursor : null })
      if (endsStep) break
    }
  }
  const left = [...open, ...failed]
  // All remaining lists failed again. The next step starts with all lists, so that broken lists do not block the
  // others.
  const startsAgain = open.length === 0 && !hasRead
  return {
    updates: oldestFirst([...found.values()]),
    progress: left.length === 0 || startsAgain ? null : writeProgress(left),
    isComplete: left.length === 0,
    interruptedBy,
  }
}

/**
 * Reads all steps of a poll in one call. Waits for short rate limits.
 *
 * @param readStep - Reads one step, with the progress of the step before.
 * @returns The updates, oldest first. `isComplete` is false if lists are unread after `maxSteps`.
 * @throws The error that interrupted a step, except for a rate limit that ends within `maxWaitSeconds`.
 */
export async function readAllUpdateSteps(
  readStep: (progress: string | null) => Promise<UpdateStep>,
  options: {
    readonly maxSteps: number
    readonly maxWaitSeconds: number
    readonly sleep: (seconds: number) => Promise<void>
  },
): Promise<{ readonly updates: readonly Update[]; readonly isComplete: boolean }> {
  assertObject(options, 'readAllUpdateSteps: options', '{ maxSteps, maxWaitSeconds, sleep }')
  const found = new Map<string, Update>()
  let progress: string | null = null
  for (let steps = 0; steps < options.maxSteps; steps += 1) {
    const step: UpdateStep = await readStep(progress)
    for (const update of step.updates) found.set(update.id, update)
    const { interruptedBy } = step
    if (interruptedBy !== null) {
      const seconds = RateLimitError.is(interruptedBy) ? interruptedBy.retryAfter : null
      if (seconds === null || seconds > options.maxWaitSeconds) throw interruptedBy
      await options.sleep(seconds)
    }
    if (step.isComplete) return { updates: sorted([...found.values()]), isComplete: true }
    progress = step.progress
  }
  return { updates: sorted([...found.values()]), isComplete: false }
}

/** True for an error that will also occur for the other lists. */
function isOfAllLists(error: unknown): boolean {
  return RateLimitError.is(error) || NetworkError.is(error) || AuthError.is(error)
}

function isTemporary(error: unknown): boolean {
  return whatNext(error).todo === 'RETRY' || (PlatformError.is(error) && error.isOutage)
}

/**
 * Sorts updates by time, oldest first. Pages list updates newest first, so updates with the same time are reversed.
 */
function oldestFirst(updates: readonly Update[]): readonly Update[] {
  return sorted(updates.toReversed())
}

function sorted(updates: readonly Update[]): readonly Update[] {
  return updates.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
}

function writeProgress(open: readonly OpenList[]): string | null {
  const text = JSON.stringify(open.map(({ id, cursor }) => (cursor === null ? [id] : [id, cursor])))
  return text.length > MAX_PROGRESS_LENGTH ? null : text
}

function readProgress(text: string): OpenList[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw unreadable()
  }
  if (!Array.isArray(parsed) || parsed.length === 0) throw unreadable()
  return parsed.map((entry: unknown) => {
    const [id, cursor = null]: readonly unknown[] = Array.isArray(entry) ? entry : []
    if (typeof id !== 'string' || (cursor !== null && typeof cursor !== 'string')) throw unreadable()
    return { id, cursor }
  })
}

function unreadable(): ConfigError {
  return new ConfigError(
    'progress is not a text that fetchUpdateStep returned. Pass it unchanged, or null to start from the first list.',
  )
}
