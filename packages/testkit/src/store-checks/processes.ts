import { strict as assert } from 'node:assert'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Json } from '@social/core/store'

/** Access of other processes to the data of a store. */
export interface ProcessHook {
  /** A program that calls `joinRace`. Each competitor runs it. */
  readonly module: URL
  /** Location of the data: plain JSON that `joinRace` passes to its `open`. */
  readonly location: Json
  /** Flags of Node for the program. Default: the flags of this process. */
  readonly execArgv?: readonly string[] | undefined
}

/** Request to a competitor. `open` and `close` come before and after the tasks. */
export interface RaceRequest {
  readonly id: number
  readonly task: string
  readonly args: Json
}

/** Response of a competitor. `ready` comes once, before all others. */
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
  #isWhole = true

  constructor(hook: ProcessHook) {
    this.#child = fork(hook.module, {
      ...(hook.execArgv && { execArgv: [...hook.execArgv] }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Many short-lived processes load the same modules. With the compile cache they start three times as fast.
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
    })
    this.#child.on('message', (answer) => this.#complete(answer as RaceAnswer)) // joinRace sends nothing else
    this.#child.on('exit', (code, signal) => this.#end(`ended with ${signal ?? code}`))
    this.#child.on('error', (error) => this.#end(error.message))
    this.#ready.promise.catch(() => {})
  }

  /** Opens the data of a store. */
  async open(location: Json): Promise<void> {
    this.#hold(true)
    await this.#ready.promise
    await this.ask('open', location)
  }

  /** Closes the data. @returns False if this process cannot be used again. */
  async close(): Promise<boolean> {
    if (!this.#isWhole || this.#waiting.size > 0) return false
    await this.ask('close', null)
    this.#hold(false)
    return true
  }

  /** Runs a task in the process, and returns its result. */
  ask(task: string, args: Json): Promise<Json> {
    this.#asked += 1
    const answer = Promise.withResolvers<Json>()
    // Some processes are killed after a request: an unhandled rejection is expected.
    answer.promise.catch(() => {})
    this.#waiting.set(this.#asked, answer)
    this.#child.send({ id: this.#asked, task, args } satisfies RaceRequest)
    return answer.promise
  }

  /** Stops, continues or kills the process without a cleanup. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    this.#isWhole = false
    this.#child.kill(name)
  }

  /** Ends the process, and waits for its exit. */
  async stop(): Promise<void> {
    this.#isWhole = false
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  /** A process that waits for its next race must not keep this process alive. It then ends by itself. */
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

/** Processes that completed a race and can be used again, by their program. */
const idle = new Map<string, Competitor[]>()

/**
 * Ends the processes that wait for another race. They never keep a program alive. A test run that searches for open
 * resources calls this after its store checks.
 */
export async function endRaces(): Promise<void> {
  const waiting = [...idle.values()].flat()
  idle.clear()
  await Promise.all(waiting.map((each) => each.stop()))
}

/** Lets processes compete for one store. Healthy processes are used again: starting a process is slow. */
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
