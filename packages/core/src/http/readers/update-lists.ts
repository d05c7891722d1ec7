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
 * Number of consecutive lists that may fail before a step ends. More failures mean that the
 * network has an outage. Our choice.
 */
const MAX_FAILURES_IN_A_ROW = 3
/**
 * Seconds after which a step reads no further page, so that the call does not reach its deadline
 * at a slow network. Our choice.
 */
const MAX_STEP_SECONDS = 90
/**
 * Maximum length of the stored progress in characters. A longer progress is dropped, and the poll
 * starts again. Our choice.
 */
const MAX_PROGRESS_LENGTH = 60_000

/** One page of a list of updates. */
export interface UpdatePage {
  /** Updates after the requested time, newest first. */
  readonly updates: readonly Update[]
  /** Cursor of the next page. Null if this page reaches the requested time or is the last one. */
  readonly next: string | null
}

/** Lists that one poll must read, for example the comments of each recent post. */
export interface UpdateLists {
  /** Returns the ids of the lists. Called only in the first step of a poll. */
  readonly readIds: () => Promise<readonly string[]>
  /** Reads one page of a list. `cursor` is null for the first page. */
  readonly readPage: (id: string, cursor: string | null) => Promise<UpdatePage>
  /**
   * Returns true if the error means that the list no longer exists, for example because its post
   * was deleted.
   */
  readonly isGone: (error: unknown, id: string) => boolean | Promise<boolean>
  /** Maximum number of pages to read in one step. */
  readonly maxPages: number
  readonly clock: Clock
}

interface OpenList {
  readonly id: string
  readonly cursor: string | null
}

/**
 * Reads one step of a poll over many lists. The first page of every list is read before the second
 * page of any list. After an error, the step returns the updates that it has read, and the next step
 * reads the remaining pages. A list that fails does not block the other lists.
 *
 * @param progress - `progress` of the previous step. Null for the first step.
 * @throws The error of `readIds`, in the first step.
 * @throws ConfigError for an invalid progress, and if a function of `lists` is missing.
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
      // If the network refused the page, its cursor may be invalid. The list is then read again
      // from its first page.
      else failed.push({ id: list.id, cursor: isTemporary(error) ? list.cursor : null })
      if (endsStep) break
    }
  }
  const left = [...open, ...failed]
  // Every remaining list has failed again. The next step reads all lists from the start, so that
  // lists that keep failing do not block the others.
  const startsAgain = open.length === 0 && !hasRead
  return {
    updates: oldestFirst([...found.values()]),
    progress: left.length === 0 || startsAgain ? null : writeProgress(left),
    isComplete: left.length === 0,
    interruptedBy,
  }
}

/**
 * Reads all steps of a poll in one call. Waits when a rate limit ends soon.
 *
 * @param readStep - Reads one step. Its argument is the progress of the previous step.
 * @returns The updates, oldest first. `isComplete` is false if lists are unread after `maxSteps`
 * steps.
 * @throws The error that interrupted a step, except for a rate limit that ends within
 * `maxWaitSeconds`.
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

/** Returns true for an error that will also occur for all other lists. */
function isOfAllLists(error: unknown): boolean {
  return RateLimitError.is(error) || NetworkError.is(error) || AuthError.is(error)
}

function isTemporary(error: unknown): boolean {
  return whatNext(error).todo === 'RETRY' || (PlatformError.is(error) && error.isOutage)
}

/**
 * Sorts updates by time, oldest first. Pages contain the newest update first, so the order of
 * updates with the same time is reversed.
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
