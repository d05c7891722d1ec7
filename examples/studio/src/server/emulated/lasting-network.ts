import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { EmulatorClock, NetworkModule } from '@social/emulator'

import { Journal } from './network-journal.js'

/**
 * Clock that can be set to a fixed time during an operation. A replay sets the clock to the
 * recorded time.
 */
export class FrozenClock implements EmulatorClock {
  readonly #status = new AsyncLocalStorage<{ moment: Date | null }>()

  now(): Date {
    return new Date(this.#status.getStore()?.moment ?? Date.now())
  }

  /**
   * Runs an operation with the clock fixed at `moment`. Timers that the operation starts see the
   * real time when they fire.
   */
  at<T>(moment: Date, work: () => T): T {
    const status: { moment: Date | null } = { moment }
    const unfreeze = (): void => {
      status.moment = null
    }
    const result = this.#status.run(status, work)
    if (result instanceof Promise) result.then(unfreeze, unfreeze)
    else unfreeze()
    return result
  }
}

/** Returns true for requests that change a network. These have any method except GET and HEAD. */
export const writes = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD'

/** Emulated network whose state survives a restart. */
export type Lasting<M extends NetworkModule> = M & {
  /** Resolves when all recorded changes have been replayed. */
  ready(): Promise<void>
}

/**
 * Makes the state of an emulated network survive a restart. A journal records all changes, and the
 * next start replays the changes at their recorded times. The emulator is deterministic, so
 * tokens, ids and threads are the same after the replay.
 *
 * @param module - The network.
 * @param folder - Folder of the journal.
 * @param clock - Clock of the emulator.
 * @param changes - Returns true for requests that change the network, including GET requests with
 * side effects.
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
    const run = (name: string, input: unknown): unknown => operations[name]?.run(input as never) // safe cast: the operation's `takes` schema validates the input

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
