import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum wait for a server to respond, on a busy machine. */
const PATIENCE_SECONDS = 30

/** Command line, folder, log and readiness check of a server program. */
export interface ChildServerOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  /** Path of the log file for the output of the server. */
  readonly log: string
  /** True once the server responds. */
  readonly isReady: () => Promise<boolean>
}

/** A server that is a child of this process. It can be killed and ends with this process. */
export class ChildServer {
  readonly #options: ChildServerOptions
  #child: ChildProcess | null = null

  constructor(options: ChildServerOptions) {
    this.#options = options
  }

  /** Starts the server and waits until it responds. Does nothing if it runs already. */
  async start(): Promise<void> {
    if (this.#isRunning()) return
    const end = performance.now() + PATIENCE_SECONDS * 1000
    const { command, log, isReady } = this.#options
    let failed = this.#spawn()
    while (!(await isReady())) {
      const isEnded = failed() !== null || !this.#isRunning()
      if (performance.now() > end)
        throw new Error(
          `${command} did not respond within ${PATIENCE_SECONDS} seconds: ${failed() ?? readFileSync(log, 'utf8').slice(-2000)}`,
        )
      await sleep(20)
      // Leftovers of a killed server can prevent the start for a short time.
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
    // A running server must not keep the test process alive. It ends with its parent.
    child.unref()
    return () => failed
  }

  /** Sends a signal and waits until the server has ended or is stopped. */
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

  /** Process id; null if the server does not run. */
  get pid(): number | null {
    return this.#isRunning() ? (this.#child?.pid ?? null) : null
  }

  #isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }
}

/**
 * Signals are delivered with a delay. Systems without /proc do not report the state: the signal then counts as
 * delivered.
 */
function isStopped(pid: number | undefined): boolean {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return true
  // The state follows the name of the program, which may contain spaces and parentheses.
  const text = readFileSync(file, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).startsWith('T')
}
