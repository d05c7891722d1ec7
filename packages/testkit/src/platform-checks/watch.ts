import { AsyncLocalStorage, createHook } from 'node:async_hooks'

/** Global resources that a platform used. Each value is the place in the code. */
type Reached = Map<string, string>

const inside = new AsyncLocalStorage<Reached>()

/**
 * Resources that a platform must not create, by their type in async_hooks.
 * https://nodejs.org/api/async_hooks.html#type (read 2026-11-22)
 */
const RESOURCES: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a socket',
  TCPCONNECTWRAP: 'a socket',
  GETADDRINFOREQWRAP: 'a DNS query',
}

/** Matches stack frames of Node and of this file, which are not the platform's code. */
const OWN_FRAMES = /node:|[\\/]watch\.[jt]s/

function note(what: string): void {
  const reached = inside.getStore()
  if (reached === undefined || reached.has(what)) return
  const [, ...frames] = new Error(what).stack?.split('\n') ?? []
  reached.set(what, frames.find((frame) => !OWN_FRAMES.test(frame))?.trim() ?? '')
}

const hook = createHook({
  init(_id, type) {
    const what = RESOURCES[type]
    if (what !== undefined) note(what)
  },
})

let watchers = 0
let undo: (() => void) | null = null

/**
 * Replaces global functions by functions that record each use.
 *
 * @returns A function that restores the global functions.
 */
function standIn(): () => void {
  const { fetch, Date: RealDate } = globalThis
  const randomOf = Object.getOwnPropertyDescriptor(Math, 'random')
  const random = Math.random.bind(Math)
  const randomUUID = crypto.randomUUID.bind(crypto)
  globalThis.fetch = (...given) => {
    if (inside.getStore() === undefined) return fetch(...given)
    note('the global fetch')
    return Promise.reject(new TypeError('A platform sends its requests through call.http.'))
  }
  globalThis.Date = new Proxy(RealDate, {
    construct(target, given, newTarget) {
      if (given.length === 0) note('the wall clock')
      return Reflect.construct(target, given, newTarget) as object // safe cast: `Reflect.construct` creates a Date, because its target is Date
    },
    get(target, name, receiver) {
      if (name === 'now') note('the wall clock')
      return Reflect.get(target, name, receiver) as unknown // safe cast: returns the property value of Date unchanged
    },
  })
  Math.random = () => {
    note('Math.random')
    return random()
  }
  // Defines `randomUUID` on the object itself, which hides the method of its prototype.
  Object.defineProperty(crypto, 'randomUUID', {
    configurable: true,
    value: () => {
      note('crypto.randomUUID')
      return randomUUID()
    },
  })
  hook.enable()
  return () => {
    globalThis.fetch = fetch
    globalThis.Date = RealDate
    if (randomOf) Object.defineProperty(Math, 'random', randomOf)
    Reflect.deleteProperty(crypto, 'randomUUID')
    hook.disable()
  }
}

/**
 * Runs `work`, and records its use of global resources: fetch, sockets, timers, the wall clock and
 * random numbers. Other code that runs at the same time is not recorded.
 *
 * @returns Used resources, each with the place in the code.
 */
export async function watched(work: () => Promise<unknown>): Promise<ReadonlyMap<string, string>> {
  const reached: Reached = new Map()
  watchers += 1
  undo ??= standIn()
  try {
    await inside.run(reached, work)
  } finally {
    watchers -= 1
    if (watchers === 0) {
      undo?.()
      undo = null
    }
  }
  return reached
}

/** Runs code of the checks inside `watched` without recording its use of global resources. */
export function unwatched<T>(work: () => T): T {
  return inside.exit(work)
}
