import { channel } from 'node:diagnostics_channel'
import { readdirSync, readlinkSync } from 'node:fs'

/** Process events whose listeners this file counts. */
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

/** Matches descriptors that the process opens for itself. */
const OWN_DESCRIPTORS = /^(\/proc\/|\/dev\/|anon_inode:|pipe:)/
/** Matches resources of vitest, and resources that close without the test. */
const OTHERS = /^(Immediate|FSReq|CloseReq|PipeWrap|TTYWrap|MessagePort)/
/**
 * Matches resource types that the descriptor list of Linux reports more precisely. That list also
 * contains sockets that do not keep the process running.
 */
const LISTED = process.platform === 'linux' ? /^TCP/ : /^$/

/**
 * Timer that was started through the globals, with its call site. The stack is formatted only when
 * it is read.
 */
interface StartedTimer {
  readonly timer: WeakRef<NodeJS.Timeout>
  readonly start: { readonly stack?: string }
}

const TIMERS = Symbol.for('social.tests.timers')

/**
 * Returns the timers that this process has started. The timer functions are wrapped once for all
 * test files.
 */
function startedTimers(): Set<StartedTimer> {
  const shared = globalThis as { [TIMERS]?: Set<StartedTimer> } // safe cast: only this file uses this symbol
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
    // Copies all properties, including those that util.promisify reads.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
    Object.defineProperty(globalThis, name, { value: wrapped, writable: true, configurable: true })
  }
  return started
}

const WARNINGS = Symbol.for('social.tests.warnings')

/**
 * Matches process warnings about unclosed resources. The garbage collector can close a resource
 * before the check.
 */
const LEAK_WARNINGS = /on garbage collection|MaxListenersExceededWarning/

/** Returns the collected warnings. The warning listener is added once for all test files. */
function leakWarnings(): string[] {
  const shared = globalThis as { [WARNINGS]?: string[] } // safe cast: only this file uses this symbol
  if (shared[WARNINGS]) return shared[WARNINGS]
  const reported: string[] = []
  shared[WARNINGS] = reported
  process.on('warning', ({ name, message }) => {
    if (LEAK_WARNINGS.test(`${name}: ${message}`)) reported.push(`${name}: ${message}`)
  })
  return reported
}

/**
 * Records only the caller of a function. A whole stack would cost far more than a timer, and tests
 * start hundreds of thousands of timers.
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

/** Returns the call site of a timer as text. */
const placeOf = ({ start }: StartedTimer): string => start.stack?.split('\n')[1]?.trim() ?? ''

/** Returns true if a timer has neither fired nor been cleared. */
function isRunning(note: StartedTimer): boolean {
  const alive: object | undefined = note.timer.deref()
  if (alive === undefined || Reflect.get(alive, '_destroyed') !== false) return false
  // Timers of packages in node_modules are ignored. For example, undici has one timer for all
  // sockets, which stops shortly after the last socket closes.
  return !placeOf(note).includes('/node_modules/')
}

/** Returns the targets of open sockets and files. Returns an empty list except on Linux. */
function openDescriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${name}`)
        return OWN_DESCRIPTORS.test(target) ? [] : [target]
      } catch {
        return [] // The descriptor was closed after the listing, for example the one for the listing itself.
      }
    })
  } catch {
    return []
  }
}

/** Returns one line for each open resource. */
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

/**
 * Returns the entries that occur more often in `now` than in `before`, once for each additional
 * occurrence.
 */
function surplus(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Records the open resources and returns a function that lists new ones. Resources are sockets,
 * files, timers, process listeners, subscribers, replaced globals, and files that only the garbage
 * collector closed. Recording takes less than a millisecond. During the tests, only the start of a
 * timer costs additional time.
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
