import { AsyncLocalStorage, createHook } from 'node:async_hooks'

/** Things of the process that a platform reached for, each in words, with the place in the code. */
type Reached = Map<string, string>

const inside = new AsyncLocalStorage<Reached>()

/** What a platform must not create by itself, by the names that async_hooks gives it. https://nodejs.org/api/async_hooks.html#type (read 2026-11-22) */
const RESOURCES: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a socket',
  TCPCONNECTWRAP: 'a socket',
  GETADDRINFOREQWRAP: 'a name looked up',
}

/** What stands in the stack above whoever reached for something. */
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

/** Puts noting stand-ins in the place of what belongs to the process. @returns What puts everything back. */
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
      return Reflect.construct(target, given, newTarget) as object // a Date, as asked for
    },
    get(target, name, receiver) {
      if (name === 'now') note('the wall clock')
      return Reflect.get(target, name, receiver) as unknown // whatever it is
    },
  })
  Math.random = () => {
    note('Math.random')
    return random()
  }
  // An own property that hides the one of the prototype.
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
 * Runs work, and tells what of the process it reached for by itself: fetch, sockets, timers, the wall clock, chance. Only
 * this work is looked at, whatever else runs at the same time.
 *
 * @returns What it reached for, with the place in the code.
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

/** Runs what is the checks' own doing, within watched work. */
export function unwatched<T>(work: () => T): T {
  return inside.exit(work)
}
