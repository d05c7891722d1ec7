import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum seconds until a server responds on a busy machine. */
const PATIENCE_SECONDS = 30

/** Options to start a server program. */
export interface ChildServerOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: NodeJS.ProcessEnv
  /** Path of the file that receives the output of the server. */
  readonly log: string
  /** Returns true once the server responds. */
  readonly isReady: () => Promise<boolean>
}

/**
 * Runs a server as a child process, which can be killed. The server exits together with this
 * process.
 */
export class ChildServer {
  readonly #options: ChildServerOptions
  #child: ChildProcess | null = null

  constructor(options: ChildServerOptions) {
    this.#options = options
  }

  /** Starts the server and waits until it responds. Does nothing if the server already runs. */
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
      // The server may fail to start for a short time after it was killed, so the start is
      // repeated.
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
    // The running server must not prevent this process from exiting.
    child.unref()
    return () => failed
  }

  /** Sends a signal and waits until the server has exited or is stopped. */
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

  /** Process id of the server. Null if the server does not run. */
  get pid(): number | null {
    return this.#isRunning() ? (this.#child?.pid ?? null) : null
  }

  #isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }
}

/**
 * Returns true if the process is stopped, because signals take effect with a delay. Systems
 * without /proc do not show the state, so the function then returns true immediately.
 */
function isStopped(pid: number | undefined): boolean {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return true
  // In this file, the state follows the name of the program, which may contain spaces and
  // parentheses.
  const text = readFileSync(file, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).startsWith('T')
}
