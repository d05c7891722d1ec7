import { strict as assert } from 'node:assert'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Json } from '@social/core/store'

/** Program and location with which other processes open the data of a store. */
export interface ProcessHook {
  /** Module that calls `joinRace`. Each competing process runs this module. */
  readonly module: URL
  /** Location of the data as plain JSON. `joinRace` passes the location to its `open` function. */
  readonly location: Json
  /** Flags of the Node command of each process. Default: the flags of the current process. */
  readonly execArgv?: readonly string[] | undefined
}

/** Message to a competing process. Its tasks run between the tasks `open` and `close`. */
export interface RaceRequest {
  readonly id: number
  readonly task: string
  readonly args: Json
}

/** Message from a competing process. `ready` is sent once, before all other messages. */
export type RaceAnswer =
  | { readonly ready: true }
  | { readonly id: number; readonly value: Json }
  | { readonly id: number; readonly error: string }

/** A child process that opens the data of a store and runs tasks on the store. */
export class Competitor {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<Json>>()
  readonly #ready = Promise.withResolvers<void>()
  #asked = 0
  #isWhole = true

  constructor(hook: ProcessHook) {
    this.#child = fork(hook.module, {
      ...(hook.execArgv && { execArgv: [...hook.execArgv] }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // The checks start many processes with the same modules. The compile cache makes a start
      // three times as fast.
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
    })
    this.#child.on('message', (answer) => this.#complete(answer as RaceAnswer)) // safe cast: the child process runs `joinRace`, which only sends a RaceAnswer
    this.#child.on('exit', (code, signal) => this.#end(`ended with ${signal ?? code}`))
    this.#child.on('error', (error) => this.#end(error.message))
    this.#ready.promise.catch(() => {})
  }

  /** Waits until the process is ready, then opens the store's data in the process. */
  async open(location: Json): Promise<void> {
    this.#hold(true)
    await this.#ready.promise
    await this.ask('open', location)
  }

  /**
   * Closes the store's data in the process.
   *
   * @returns False if the process was stopped or still runs a task, and cannot be used again.
   */
  async close(): Promise<boolean> {
    if (!this.#isWhole || this.#waiting.size > 0) return false
    await this.ask('close', null)
    this.#hold(false)
    return true
  }

  /** Runs a task in the process, and returns the result of the task. */
  ask(task: string, args: Json): Promise<Json> {
    this.#asked += 1
    const answer = Promise.withResolvers<Json>()
    // A check may kill the process before its response. The rejection must not be reported as
    // unhandled.
    answer.promise.catch(() => {})
    this.#waiting.set(this.#asked, answer)
    this.#child.send({ id: this.#asked, task, args } satisfies RaceRequest)
    return answer.promise
  }

  /** Sends a signal to stop, continue or kill the process. The process cannot be used again. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#isWhole = false
    this.#child.kill(name)
  }

  /** Kills the process, and waits for its exit. */
  async stop(): Promise<void> {
    this.#isWhole = false
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  /**
   * Keeps the current process alive while the child process is busy. An idle child process does
   * not.
   */
  #hold(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref()
      this.#child.channel?.ref()
    } else {
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }

  #complete(answer: RaceAnswer): void {
    if ('ready' in answer) return this.#ready.resolve()
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(new assert.AssertionError({ message: answer.error }))
    else waiting?.resolve(answer.value)
  }

  #end(how: string): void {
    this.#isWhole = false
    const error = new assert.AssertionError({ message: `A competing process ${how}.` })
    this.#ready.reject(error)
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

/** Idle processes that can be used again, by their module and flags. */
const idle = new Map<string, Competitor[]>()

/**
 * Ends all idle processes of earlier store checks. Idle processes do not keep a program alive, so
 * only a test run that searches for open resources needs this call after its store checks.
 */
export async function endRaces(): Promise<void> {
  const waiting = [...idle.values()].flat()
  idle.clear()
  await Promise.all(waiting.map((each) => each.stop()))
}

/**
 * Opens one store in several processes, and passes the processes to `run`. Processes are used
 * again after a success, because starting a process is slow.
 */
export async function race(
  hook: ProcessHook,
  options: { readonly count: number; readonly signal: AbortSignal },
  run: (competitors: readonly Competitor[]) => Promise<void>,
): Promise<void> {
  const name = JSON.stringify([hook.module.href, hook.execArgv])
  const pool = idle.get(name) ?? []
  idle.set(name, pool)
  const competitors = Array.from({ length: options.count }, () => pool.pop() ?? new Competitor(hook))
  const stopAll = (): Promise<void[]> => Promise.all(competitors.map((each) => each.stop()))
  const giveUp = (): void => void stopAll()
  options.signal.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.all(competitors.map((each) => each.open(hook.location)))
    await run(competitors)
    for (const each of competitors)
      if (await each.close()) pool.push(each)
      else await each.stop()
  } catch (error) {
    await stopAll()
    throw error
  } finally {
    options.signal.removeEventListener('abort', giveUp)
  }
}
