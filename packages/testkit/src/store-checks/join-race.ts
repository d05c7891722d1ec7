import { ConfigError, type Json, wrongArgument } from '@social/core/store'

import type { RaceAnswer, RaceRequest } from './processes.js'
import type { RaceStores } from './race-stores.js'
import { TASKS } from './race-tasks.js'

export type { RaceStores } from './race-stores.js'

function answer(message: RaceAnswer): void {
  process.send?.(message)
}

/**
 * Makes a program a competitor of the store checks: the program opens the stores, and runs tasks
 * for the checks until the checks end the program. Call this function in a separate module, and
 * set that module in the hook `processes`.
 *
 * @param open - Opens the stores at the hook's `location`.
 * @throws ConfigError if `open` is not a function, or if the checks did not start the program.
 * @example
 * joinRace((location) => sqliteStores(String(location)))
 */
export function joinRace(open: (location: Json) => RaceStores | Promise<RaceStores>): void {
  if (typeof open !== 'function')
    throw wrongArgument('joinRace: open', 'a function that opens the stores', open)
  if (process.send === undefined)
    throw new ConfigError(
      'joinRace only works in a program that the checks start. Set that program in the hook processes.',
    )
  let stores: RaceStores = {}
  const run = async ({ task, args }: RaceRequest): Promise<Json> => {
    if (task === 'open') {
      stores = await open(args)
      return null
    }
    if (task === 'close') {
      await stores.close?.()
      stores = {}
      return null
    }
    const work = TASKS[task]
    if (!work) throw new Error(`The task "${task}" is unknown.`)
    return work(stores, args)
  }
  process.on('message', (message) => {
    const request = message as RaceRequest // safe cast: the parent process is `Competitor`, which only sends a RaceRequest
    run(request).then(
      (value) => answer({ id: request.id, value }),
      (error: unknown) =>
        answer({
          id: request.id,
          error:
            error instanceof Error ? (error.stack ?? error.message) : 'it threw a value that is not an error',
        }),
    )
  })
  process.on('disconnect', () => process.exit())
  answer({ ready: true })
}
