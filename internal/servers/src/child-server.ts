import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Seconds that a server may take to answer, on a busy machine. */
const PATIENCE_SECONDS = 30

/** How a program that serves is started. */
export interface ChildServerOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  /** Where it writes what it has to say. */
  readonly log: string
  /** Whether it answers. */
  readonly isReady: () => Promise<boolean>
}

/** A server that is a child of this process, so that it can be killed and does not outlive it. */
export class ChildServer {
  readonly #options: ChildServerOptions
  #child: ChildProcess | null = null

  constructor(options: ChildServerOptions) {
    this.#options = options
  }

  /** Starts it, and waits until it answers. Quiet when it runs. */
  async start(): Promise<void> {
    if (this.#isRunning()) return
    const end = performance.now() + PATIENCE_SECONDS * 1000
    const { command, log, isReady } = this.#options
    let failed = this.#spawn()
    while (!(await isReady())) {
      const isEnded = failed() !== null || !this.#isRunning()
      if (performance.now() > end)
        throw new Error(`${command} does not answer: ${failed() ?? readFileSync(log, 'utf8').slice(-2000)}`)
      await sleep(20)
      // What a killed server leaves behind for a moment keeps the next one from starting.
      if (isEnded) failed = this.#spawn()
    }
  }

  #spawn(): () => string | null {
    const { command, args, env, folder, log } = this.#options
    const out = openSync(log, 'a')
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', out, out],
      ...(env && { env }),
    })
    closeSync(out)
    this.#child = child
    let failed: string | null = null
    child.once('error', (error) => {
      failed = error.message
    })
    // A server that still runs must not keep a run of tests from ending; it ends with its parent.
    child.unref()
    return () => failed
  }

  /** Sends a signal; waits until the server is gone, or stands still. */
  async signal(name: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (child === null || !this.#isRunning()) return
    if (name === 'SIGSTOP' || name === 'SIGCONT') {
      child.kill(name)
      if (name === 'SIGSTOP') await this.#stopped(child)
      return
    }
    child.ref()
    const gone = once(child, 'exit')
    child.kill(name)
    await gone
  }

  async #stopped(child: ChildProcess): Promise<void> {
    while (this.#isRunning() && !isStopped(child.pid)) await sleep(1)
  }

  /** Process id; null when it does not run. */
  get pid(): number | null {
    return this.#isRunning() ? (this.#child?.pid ?? null) : null
  }

  #isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }
}

/** A signal takes its moment to arrive. Where the system does not tell (it is no Linux), it is taken to have arrived. */
function isStopped(pid: number | undefined): boolean {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return true
  // The state is behind the name of the program, which may hold spaces and parentheses.
  const text = readFileSync(file, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).startsWith('T')
}
