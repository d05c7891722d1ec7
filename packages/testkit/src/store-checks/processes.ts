import { strict as assert } from 'node:assert'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import type { Json } from '@social/core/platform'

/** How real processes come to the data of a store. */
export interface ProcessHook {
  /** A program that calls `joinRace`. Each competitor is one run of it. */
  readonly module: URL
  /** Where the data is: plain JSON that `joinRace` hands to its `open`. */
  readonly location: Json
  /** Flags of Node for the program; those of this process unless given. */
  readonly execArgv?: readonly string[]
}

/** What a competitor is asked. */
export interface RaceRequest {
  readonly id: number
  readonly task: string
  readonly args: Json
}

/** What a competitor answers; `ready` once, before everything else. */
export type RaceAnswer =
  | { readonly ready: true }
  | { readonly id: number; readonly value: Json }
  | { readonly id: number; readonly error: string }

/** One process that competes for a store. */
export class Competitor {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<Json>>()
  readonly #ready = Promise.withResolvers<void>()
  #asked = 0

  constructor(hook: ProcessHook) {
    this.#child = fork(hook.module, [JSON.stringify(hook.location)], {
      ...(hook.execArgv && { execArgv: [...hook.execArgv] }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (answer) => this.#settle(answer as RaceAnswer)) // joinRace sends nothing else
    this.#child.on('exit', (code, signal) => this.#end(`ended with ${signal ?? code}`))
    this.#child.on('error', (error) => this.#end(error.message))
    this.#ready.promise.catch(() => {})
  }

  /** Resolves when the program has opened the store. */
  ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Has a task done over there, and gives back what came of it. */
  ask(task: string, args: Json): Promise<Json> {
    this.#asked += 1
    const answer = Promise.withResolvers<Json>()
    this.#waiting.set(this.#asked, answer)
    this.#child.send({ id: this.#asked, task, args } satisfies RaceRequest)
    return answer.promise
  }

  /** Stops, wakes or kills the process, without a chance to tidy up. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#child.kill(name)
  }

  /** Ends the process, and waits until it is gone. */
  async stop(): Promise<void> {
    for (const waiting of this.#waiting.values()) waiting.promise.catch(() => {})
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  #settle(answer: RaceAnswer): void {
    if ('ready' in answer) return this.#ready.resolve()
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new assert.AssertionError({ message: answer.error }))
    else waiting?.resolve(answer.value)
  }

  #end(how: string): void {
    const error = new assert.AssertionError({ message: `A competing process ${how}.` })
    this.#ready.reject(error)
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

/** Starts processes that compete for one store, and ends them whatever comes of it. */
export async function race(
  hook: ProcessHook | undefined,
  count: number,
  run: (competitors: readonly Competitor[]) => Promise<void>,
): Promise<void> {
  assert.ok(hook, 'The hook "processes" is missing.')
  const competitors = Array.from({ length: count }, () => new Competitor(hook))
  try {
    await Promise.all(competitors.map((competitor) => competitor.ready()))
    await run(competitors)
  } finally {
    await Promise.all(competitors.map((competitor) => competitor.stop()))
  }
}
