import { channel } from 'node:diagnostics_channel'
import { readdirSync, readlinkSync } from 'node:fs'

/** Process events whose listeners are counted. */
const EVENTS =
  'exit beforeExit uncaughtException unhandledRejection rejectionHandled warning SIGINT SIGTERM SIGHUP message'.split(
    ' ',
  )

const CHANNELS = [
  'social.warning',
  ...['social.operation', 'social.request'].flatMap((name) =>
    ['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map((event) => `tracing:${name}:${event}`),
  ),
]

/** Descriptors that the process opens for itself. */
const OWN_DESCRIPTORS = /^(\/proc\/|\/dev\/|anon_inode:|pipe:)/
/** Handles of vitest, and handles that close without the test. */
const OTHERS = /^(Immediate|FSReq|CloseReq|PipeWrap|TTYWrap|MessagePort)/
/** Types that the descriptor list of Linux reports more precisely. It also lists sockets that keep nothing running. */
const LISTED = process.platform === 'linux' ? /^TCP/ : /^$/

/** A timer started through the globals, and its call site. The stack is formatted only when it is read. */
interface StartedTimer {
  readonly timer: WeakRef<NodeJS.Timeout>
  readonly start: { readonly stack?: string }
}

const TIMERS = Symbol.for('social.tests.timers')

/** Timers of this process. The globals are wrapped once for all test files. */
function startedTimers(): Set<StartedTimer> {
  const shared = globalThis as { [TIMERS]?: Set<StartedTimer> } // no other code uses this symbol
  if (shared[TIMERS]) return shared[TIMERS]
  const started = new Set<StartedTimer>()
  shared[TIMERS] = started
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const original: (...given: Parameters<typeof setTimeout>) => NodeJS.Timeout = globalThis[name]
    const wrapped = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
      const timer = original(...given)
      started.add({ timer: new WeakRef(timer), start: frameAbove(wrapped) })
      return timer
    }
    // Includes the properties that util.promisify reads.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
    Object.defineProperty(globalThis, name, { value: wrapped, writable: true, configurable: true })
  }
  return started
}

const WARNINGS = Symbol.for('social.tests.warnings')

/** Process warnings about unclosed resources. The garbage collector may close a resource before the check. */
const LEAK_WARNINGS = /on garbage collection|MaxListenersExceededWarning/

/** Collected warnings. The listener is added once for all test files. */
function leakWarnings(): string[] {
  const shared = globalThis as { [WARNINGS]?: string[] } // no other code uses this symbol
  if (shared[WARNINGS]) return shared[WARNINGS]
  const reported: string[] = []
  shared[WARNINGS] = reported
  process.on('warning', ({ name, message }) => {
    if (LEAK_WARNINGS.test(`${name}: ${message}`)) reported.push(`${name}: ${message}`)
  })
  return reported
}

/**
 * Call site of a function. Formatting a whole stack costs far more than a timer, and tests start hundreds of
 * thousands.
 */
function frameAbove(called: (...given: Parameters<typeof setTimeout>) => unknown): {
  readonly stack?: string
} {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 1
  const start: { readonly stack?: string } = {}
  Error.captureStackTrace(start, called)
  Error.stackTraceLimit = stackTraceLimit
  return start
}

/** Call site of a timer as text. */
const placeOf = ({ start }: StartedTimer): string => start.stack?.split('\n')[1]?.trim() ?? ''

/** True for a timer that has neither fired nor been cleared. Node stores that in this property. */
function isRunning(note: StartedTimer): boolean {
  const alive: object | undefined = note.timer.deref()
  if (alive === undefined || Reflect.get(alive, '_destroyed') !== false) return false
  // undici has one timer for all of its sockets. It stops shortly after the last socket closes.
  return !placeOf(note).includes('/node_modules/')
}

/** Targets of open sockets and files. Only Linux lists them. */
function openDescriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${name}`)
        return OWN_DESCRIPTORS.test(target) ? [] : [target]
      } catch {
        return [] // Closed since the listing, which itself opens a descriptor.
      }
    })
  } catch {
    return []
  }
}

/** All countable resources, one line each. */
function everything(): readonly string[] {
  return [
    ...openDescriptors(),
    ...process.getActiveResourcesInfo().filter((type) => !OTHERS.test(type) && !LISTED.test(type)),
    ...EVENTS.flatMap((event) =>
      Array.from({ length: process.listenerCount(event) }, () => `a listener of ${event}`),
    ),
    ...CHANNELS.filter((name) => channel(name).hasSubscribers).map((name) => `a subscriber of ${name}`),
  ]
}

/** Entries of `now` that are not in `before`, once for each additional occurrence. */
function surplus(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Records the open resources and returns a function that lists new ones: sockets, files, timers, process listeners,
 * subscribers, replaced globals, and files closed only by the garbage collector. The record takes less than a
 * millisecond. While tests run, it costs only one entry per timer.
 */
export function watchLeftBehind(): () => readonly string[] {
  const timers = startedTimers()
  timers.clear()
  const warnings = leakWarnings()
  warnings.length = 0
  const before = everything()
  const { fetch, Date: RealDate } = globalThis
  return () => [
    ...surplus(before, everything()),
    ...[...timers].filter(isRunning).map((note) => `a timer started ${placeOf(note)}`),
    ...warnings,
    ...(globalThis.fetch === fetch && globalThis.Date === RealDate ? [] : ['a replaced global']),
  ]
}
