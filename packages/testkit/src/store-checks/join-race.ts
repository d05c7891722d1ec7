import {
  type Json,
  type LoginMemory,
  type Locks,
  type PublishJournal,
  type SeenUpdates,
  type Storage,
} from '@social/core/platform'

import type { RaceAnswer, RaceRequest } from './processes.js'
import { TASKS } from './race-tasks.js'

/** The stores of one process: those that its engine has. */
export interface RaceStores {
  readonly storage?: Storage
  readonly locks?: Locks
  readonly loginMemory?: LoginMemory
  readonly seenUpdates?: SeenUpdates
  readonly journal?: PublishJournal
}

function answer(message: RaceAnswer): void {
  process.send?.(message)
}

/**
 * Makes a program a competitor of the store checks: it opens the stores and does what the checks ask of it, until they
 * end it. Call it in a module of its own, and name that module in the hook `processes`.
 *
 * @param open - Opens what is kept at the hook's `location`.
 * @example
 * await joinRace((location) => sqliteStores(String(location)))
 */
export async function joinRace(open: (location: Json) => RaceStores | Promise<RaceStores>): Promise<void> {
  const stores = await open(JSON.parse(process.argv[2] ?? 'null') as Json) // the checks start it with JSON
  process.on('message', (request) => {
    const { id, task, args } = request as RaceRequest // the checks send nothing else
    void (async () => {
      try {
        const work = TASKS[task]
        if (!work) throw new Error(`The task "${task}" is not known.`)
        answer({ id, value: await work(stores, args) })
      } catch (error) {
        answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
      }
    })()
  })
  answer({ ready: true })
}
