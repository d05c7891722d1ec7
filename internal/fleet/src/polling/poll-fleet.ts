import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'

import { type Pause, type PollReport, readBeginnings, readPolls, readTroubles } from './poll-log.js'

/** Returns the seconds of the monotonic clock, which all processes of the machine share. */
const sharedNow = (): number => Number(process.hrtime.bigint()) * 1e-9

/** Polling settings of the workers. */
export interface FleetOptions {
  readonly connections: number
  readonly leaseSeconds: number
  readonly everySeconds: number
}

interface Member {
  readonly child: ChildProcess
  readonly pid: number
  frozenAt: number | null
  held: number
}

/** Starts and stops worker processes that share the polling of some connections. */
export class PollFleet implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'social-fleet-'))
  readonly #log = join(this.#folder, 'polls')
  readonly #address: string
  readonly #options: FleetOptions
  readonly #members: Member[] = []
  readonly #pauses: Pause[] = []

  /** @param address - URL of the server that the workers share. Null selects a SQLite file. */
  constructor(address: string | null, options: FleetOptions) {
    this.#address = address ?? join(this.#folder, 'social.db')
    this.#options = options
  }

  /** Workers that are neither killed nor frozen. */
  get awake(): readonly Member[] {
    return this.#members.filter(({ child, frozenAt }) => isAlive(child) && frozenAt === null)
  }

  get frozen(): readonly Member[] {
    return this.#members.filter(({ child, frozenAt }) => isAlive(child) && frozenAt !== null)
  }

  /** Number of shards that each running worker holds. */
  get held(): readonly number[] {
    return this.awake.map(({ held }) => held)
  }

  join(): Member {
    const { connections, leaseSeconds, everySeconds } = this.#options
    const args = [this.#address, this.#log, connections, leaseSeconds, everySeconds].map(String)
    const child = fork(new URL('poll-worker.ts', import.meta.url), args, {
      execArgv: [...RUN_SOURCES],
      env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), ...process.env },
    })
    const member: Member = { child, pid: child.pid ?? 0, frozenAt: null, held: 0 }
    child.on('message', (message) => {
      member.held = (message as { readonly held: number }).held // safe cast: poll-worker.ts sends only these messages
    })
    this.#members.push(member)
    return member
  }

  async kill({ child, pid }: Member): Promise<void> {
    const gone = once(child, 'exit')
    const from = sharedNow()
    child.kill('SIGKILL')
    await gone
    this.#pauses.push({ pid, from, to: Infinity })
  }

  freeze(member: Member): void {
    member.frozenAt = sharedNow()
    member.child.kill('SIGSTOP')
  }

  thaw(member: Member): void {
    this.#pauses.push({ pid: member.pid, from: member.frozenAt ?? 0, to: sharedNow() })
    member.frozenAt = null
    member.child.kill('SIGCONT')
  }

  /** Stops a worker and waits until its process has exited. */
  async leave({ child }: Member): Promise<void> {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }

  /**
   * Returns a function that counts the connections each running worker has polled since the call
   * of `watch`.
   */
  watch(): () => readonly { readonly member: Member; readonly ids: number }[] {
    const from = sharedNow()
    return () => {
      const begun = readBeginnings(this.#log).filter(({ at }) => at > from)
      return this.awake.map((member) => {
        const own = begun.filter(({ pid }) => pid === member.pid)
        return { member, ids: new Set(own.map(({ id }) => id)).size }
      })
    }
  }

  /** Errors that the workers reported. */
  get troubles(): readonly string[] {
    return readTroubles(this.#log)
  }

  report(): PollReport {
    const now = sharedNow()
    const frozen = this.frozen.map(({ pid, frozenAt }) => ({ pid, from: frozenAt ?? now, to: now }))
    return readPolls(this.#log, {
      ids: this.#options.connections,
      pauses: [...this.#pauses, ...frozen],
      to: now,
    })
  }

  [Symbol.dispose](): void {
    for (const { child } of this.#members) child.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null
