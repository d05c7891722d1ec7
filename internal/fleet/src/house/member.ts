import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'

import type { HouseWorkerSettings, WorkerMessage } from './house-worker.js'

/** Number of messages to show for a failed process. */
const SHOWN_TEXT = 5

/** Worker process of the simulated application. */
export class Member {
  readonly messages: WorkerMessage[] = []
  readonly #child: ChildProcess

  constructor(settings: HouseWorkerSettings) {
    this.#child = fork(new URL('house-worker.ts', import.meta.url), [JSON.stringify(settings)], {
      execArgv: [...RUN_SOURCES],
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
    })
    this.#child.on('message', (message) => {
      this.messages.push(message as WorkerMessage) // safe cast: house-worker.ts sends only these messages
    })
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Makes the worker use the token, which may be expired, in many concurrent calls. */
  renew(): void {
    this.#child.send('renew')
  }

  async kill(): Promise<void> {
    if (!this.isAlive) return
    const gone = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await gone
  }

  /** Returns the result of the process, for the error message of a failed test. */
  get lastText(): string {
    const { pid, exitCode, signalCode } = this.#child
    const state = this.isAlive ? 'is running' : `ended (${exitCode ?? signalCode})`
    const text = this.messages.slice(-SHOWN_TEXT).map((each) => JSON.stringify(each))
    return `${pid} ${state}: ${text.join(', ') || 'no message'}`
  }
}
