import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import type { WorkerSettings } from './worker-program.js'

const PROGRAM = fileURLToPath(new URL('worker-program.ts', import.meta.url))
const PATIENCE_MS = 240_000

/** Starts and controls a worker in a separate process. */
export class WorkerProcess {
  readonly #process: ChildProcess
  readonly #closed: Promise<unknown>
  #text = ''

  constructor(settings: WorkerSettings) {
    const args = [...RUN_SOURCES, PROGRAM, JSON.stringify(settings)]
    this.#process = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' },
    })
    this.#closed = once(this.#process, 'close')
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#text += chunk.toString('utf8')
      })
  }

  /** All lines that the process has printed. */
  get lines(): readonly string[] {
    return this.#text.split('\n').filter(Boolean)
  }

  /** Waits until the process has printed a line that starts with this text. */
  async printed(start: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!this.lines.some((line) => line.startsWith(start))) {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null || performance.now() > end)
        throw new Error(`It never printed "${start}": ${this.#text}`)
      await new Promise((resolve) => {
        setTimeout(resolve, 10)
      })
    }
  }

  send(line: string): void {
    this.#process.stdin?.write(`${line}\n`)
  }

  /** Suspends or resumes the process at an arbitrary instruction. */
  freeze(isFrozen: boolean): void {
    this.#process.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  /** Kills the process at an arbitrary instruction. */
  async kill(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#closed
  }
}
