import { channel } from 'node:diagnostics_channel'
import { readdirSync, readlinkSync } from 'node:fs'

/** Events of the process whose listeners are counted. */
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
/** Handles that are somebody else's: what vitest talks through, and what ends by itself. */
const OTHERS = /^(Immediate|FSReq|CloseReq|PipeWrap|TTYWrap|MessagePort)/
/** Where descriptors can be listed they tell more: of sockets that keep nothing running, and none of made-up ones. */
const LISTED = process.platform === 'linux' ? /^TCP/ : /^$/

/** A timer that was started through the globals, and the frame that did it, which is written out only when it is asked for. */
interface StartedTimer {
  readonly timer: WeakRef<NodeJS.Timeout>
  readonly start: { readonly stack?: string }
}

const TIMERS = Symbol.for('social.tests.timers')

/** The timers of this process. The globals are wrapped once, however many test files it runs. */
function startedTimers(): Set<StartedTimer> {
  const shared = globalThis as { [TIMERS]?: Set<StartedTimer> } // nobody else has this symbol
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
    // With what util.promisify looks for.
    Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original))
    Object.defineProperty(globalThis, name, { value: wrapped, writable: true, configurable: true })
  }
  return started
}

const WARNINGS = Symbol.for('social.tests.warnings')

/** Warnings of the process that tell of something that was left open: the garbage collector may come before we look. */
const TELLING = /on garbage collection|MaxListenersExceededWarning/

/** Those warnings, as they come. The process is listened to once, however many test files it runs. */
function tellingWarnings(): string[] {
  const shared = globalThis as { [WARNINGS]?: string[] } // nobody else has this symbol
  if (shared[WARNINGS]) return shared[WARNINGS]
  const reported: string[] = []
  shared[WARNINGS] = reported
  process.on('warning', ({ name, message }) => {
    if (TELLING.test(`${name}: ${message}`)) reported.push(`${name}: ${message}`)
  })
  return reported
}

/** Where a function was called from. Writing a stack out costs far more than a timer: tests start hundreds of thousands. */
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

/** The one frame of a note. */
const placeOf = ({ start }: StartedTimer): string => start.stack?.split('\n')[1]?.trim() ?? ''

/** True for a timer that has neither fired nor been cleared: node keeps that on it under this name. */
function isRunning(note: StartedTimer): boolean {
  const alive: object | undefined = note.timer.deref()
  if (alive === undefined || Reflect.get(alive, '_destroyed') !== false) return false
  // undici has one timer for all of its sockets, which stops by itself a moment after the last one.
  return !placeOf(note).includes('/node_modules/')
}

/** Sockets and files that are open, by what they lead to. Only Linux tells. */
function openDescriptors(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        const target = readlinkSync(`/proc/self/fd/${name}`)
        return OWN_DESCRIPTORS.test(target) ? [] : [target]
      } catch {
        return [] // Closed meanwhile: the listing itself was one.
      }
    })
  } catch {
    return []
  }
}

/** Everything that can be left behind, one line each. */
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

/** What is there now and was not before; each as often as it is too much. */
function surplus(before: readonly string[], now: readonly string[]): readonly string[] {
  const left = [...before]
  return now.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Notes how things stand, and gives what tells the difference: sockets, files, timers, listeners of the process,
 * subscribers, replaced globals, and files that nobody closed but the garbage collector. Costs less than a millisecond, and nothing while tests run but a note per timer.
 */
export function watchLeftBehind(): () => readonly string[] {
  const timers = startedTimers()
  timers.clear()
  const warnings = tellingWarnings()
  warnings.length = 0
  const before = everything()
  const { fetch, Date: RealDate } = globalThis
  return () => [
    ...surplus(before, everything()),
    ...[...timers].filter(isRunning).map((note) => `a timer started ${placeOf(note)}`),
    ...warnings,
    ...(globalThis.fetch === fetch && globalThis.Date === RealDate ? [] : ['a global that was replaced']),
  ]
}
