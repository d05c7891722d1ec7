import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { EmulatorClock, NetworkModule } from '@social/emulator'

import { Journal } from './network-journal.js'

/** A clock that stands still while one thing is done, so that the same can be done again at the same moment. */
export class FrozenClock implements EmulatorClock {
  readonly #status = new AsyncLocalStorage<{ moment: Date | null }>()

  now(): Date {
    return new Date(this.#status.getStore()?.moment ?? Date.now())
  }

  /** Does something at one moment, for as long as it takes. What it leaves for later, by a timer say, has the time of then. */
  at<T>(moment: Date, work: () => T): T {
    const status: { moment: Date | null } = { moment }
    const goOn = (): void => {
      status.moment = null
    }
    const result = this.#status.run(status, work)
    if (result instanceof Promise) result.then(goOn, goOn)
    else goOn()
    return result
  }
}

/** True for requests that change a network: every method but those that only read. */
export const writes = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD'

/** A network that outlasts the process. */
export type Lasting<M extends NetworkModule> = M & {
  /** Resolves when everything is as it was. */
  ready(): Promise<void>
}

/**
 * Makes an emulated network outlast this process. The emulator keeps nothing, but nothing in it depends on chance: what
 * changed it is written down, and done again at the next start, each at the moment it was first done. Tokens, ids and
 * threads then are what they were.
 *
 * @param module - The network.
 * @param folder - Where the record is kept.
 * @param clock - The clock the emulator is started with.
 * @param changes - Tells which requests change it, where some do that only seem to read.
 */
export function lasting<M extends NetworkModule>(
  module: M,
  folder: string,
  clock: FrozenClock,
  changes: (request: Request) => boolean = writes,
): Lasting<M> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let replayed: Promise<void> = Promise.resolve()
  const open = (setup: Parameters<M['open']>[0]): ReturnType<NetworkModule['open']> => {
    const { handler, operations } = module.open(setup)
    const journal = new Journal(join(folder, module.name), setup.origin)
    const run = (name: string, input: unknown): unknown => operations[name]?.run(input as never) // its own `takes` read it

    const replay = async () => {
      for (const { at, request, operation } of journal.read())
        await clock.at(at, () => {
          if (request !== null) return handler(request)
          return operation === null ? null : run(operation.name, operation.input)
        })
    }
    replayed = replay()

    const answer = async (request: Request): Promise<Response> => {
      await replayed
      if (!changes(request)) return handler(request)
      const at = clock.now()
      const { copy, done } = journal.keep(request)
      const response = await clock.at(at, () => handler(copy))
      done(at)
      return response
    }
    const writtenDown = Object.entries(operations).map(([name, operation]) => {
      const runAndWrite = (input: unknown): unknown => {
        const at = clock.now()
        const result = clock.at(at, () => run(name, input))
        journal.write(at, { name, input })
        return result
      }
      return [name, operation.reads ? operation : { ...operation, run: runAndWrite }] as const
    })
    return { handler: answer, operations: Object.fromEntries(writtenDown) }
  }
  return { ...module, open, ready: () => replayed }
}
