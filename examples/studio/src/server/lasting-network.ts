import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { EmulatorClock, NetworkModule } from '@social/emulator'

import { Journal } from './network-journal.js'

/** A clock that can be put to the moments of earlier requests. */
export class ReplayClock implements EmulatorClock {
  #past: Date | null = null

  now(): Date {
    return this.#past ?? new Date()
  }

  /** Shows a moment of the past; null goes back to the present. */
  show(moment: Date | null): void {
    this.#past = moment
  }
}

/**
 * Makes an emulated network outlast this process. The emulator keeps nothing, but nothing in it depends on chance: what
 * changed it is written down, and done again at the next start, each at the moment it was first done. Tokens, ids and
 * threads then are what they were.
 *
 * @param module - The network.
 * @param folder - Where the record is kept.
 * @param clock - The clock the emulator is started with.
 */
export function lasting<M extends NetworkModule>(module: M, folder: string, clock: ReplayClock): M {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const open = (setup: Parameters<M['open']>[0]): ReturnType<NetworkModule['open']> => {
    const { handler, operations } = module.open(setup)
    const journal = new Journal(join(folder, module.name), setup.origin)
    const run = (name: string, input: unknown): unknown => operations[name]?.run(input as never) // its own `takes` read it

    const replayed = (async () => {
      for (const { at, request, operation } of journal.read()) {
        clock.show(new Date(at))
        if (request !== null) await handler(request)
        else if (operation !== null) run(operation.name, operation.input)
      }
      clock.show(null)
    })()

    const answer = async (request: Request): Promise<Response> => {
      await replayed
      if (request.method === 'GET' || request.method === 'HEAD') return handler(request)
      const at = clock.now()
      const { copy, done } = journal.keep(request)
      const response = await handler(copy)
      done(at)
      return response
    }
    const writtenDown = Object.entries(operations).map(([name, operation]) => {
      const runAndWrite = (input: unknown): unknown => {
        const at = clock.now()
        const result = run(name, input)
        journal.write(at, { name, input })
        return result
      }
      return [name, operation.reads ? operation : { ...operation, run: runAndWrite }] as const
    })
    return { handler: answer, operations: Object.fromEntries(writtenDown) }
  }
  return { ...module, open }
}
