import { AsyncLocalStorage, createHook } from 'node:async_hooks'

/** Global resources that a platform used, with the place in the code. */
type Reached = Map<string, string>

const inside = new AsyncLocalStorage<Reached>()

/**
 * Resources that a platform must not create, by their names in async_hooks.
 * https://nodejs.org/api/async_hooks.html#type (read 2026-11-22)
 */
const RESOURCES: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a socket',
  TCPCONNECTWRAP: 'a socket',
  GETADDRINFOREQWRAP: 'a DNS query',
}

/** Stack frames between the recording function and the user of a resource. */
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
 * Replaces global functions by functions that record each use. @returns A function that restores the global
 * functions.
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
      return Reflect.construct(target, given, newTarget) as object // safe cast: `Reflect.construct` returns a Date
    },
    get(target, name, receiver) {
      if (name === 'now') note('the wall clock')
      return Reflect.get(target, name, receiver) as unknown // safe cast: the value of the property is passed through
    },
  })
  Math.random = () => {
    note('Math.random')
    return random()
  }
  // The own property hides the property of the prototype.
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
 * Runs work, and returns the global resources it used: fetch, sockets, timers, the wall clock, random numbers. Only this
 * work is observed, not other code that runs concurrently.
 *
 * @returns The used resources, with the place in the code.
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

/** Runs code of the checks within watched work, without recording it. */
export function unwatched<T>(work: () => T): T {
  return inside.exit(work)
}
