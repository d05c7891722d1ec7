import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { emptyDatabase } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { SocialClient } from '@social/core'
import { startEmulator } from '@social/emulator'
import { mastodonNetwork } from '@social/emulator/mastodon'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { pgBossQueue } from '@social/pg-boss'
import { sqliteStores } from '@social/sqlite'

import { signedInToMastodon } from '../__fixtures__/signed-in.js'
import type { JobWorkerSettings } from './job-worker.js'

/**
 * Seconds by which the clock of each worker is ahead of the previous worker's clock. A claim of
 * the publish journal lasts a minute, so a new worker does not have to wait for it.
 */
const AHEAD_SECONDS = 90

/** Worker process that runs jobs. */
export interface JobProcess {
  readonly child: ChildProcess
  /** Its output. */
  readonly lines: string[]
  kill(): Promise<void>
}

/** Emulated network, a database, and worker processes that publish. */
export class JobFleet implements AsyncDisposable {
  readonly emulator: Awaited<ReturnType<typeof startNetwork>>
  readonly jobs: SocialJobs
  readonly connectionId: string
  readonly #settings: Pick<JobWorkerSettings, 'file' | 'connectionString'>
  readonly #close: () => Promise<void>
  readonly #processes: JobProcess[] = []

  private constructor(
    parts: Pick<JobFleet, 'emulator' | 'jobs' | 'connectionId'> & {
      readonly settings: Pick<JobWorkerSettings, 'file' | 'connectionString'>
      readonly close: () => Promise<void>
    },
  ) {
    this.emulator = parts.emulator
    this.jobs = parts.jobs
    this.connectionId = parts.connectionId
    this.#settings = parts.settings
    this.#close = parts.close
  }

  /**
   * @param serverUrl - URL of a PostgreSQL server. The jobs get a separate database on this
   * server.
   */
  static async open(serverUrl: string): Promise<JobFleet> {
    const folder = mkdtempSync(join(tmpdir(), 'social-jobs-'))
    const file = join(folder, 'social.db')
    const database = await emptyDatabase(serverUrl)
    const emulator = await startNetwork()
    const stores = sqliteStores(file)
    const client = new SocialClient({ ...stores, platforms: { mastodon: mastodon() }, allowLoopback: true })
    const connection = signedInToMastodon(emulator)
    await stores.storage.saveConnection(connection)
    const queue = await pgBossQueue({ connectionString: database.url })
    return new JobFleet({
      emulator,
      jobs: new SocialJobs({ client, queue }),
      connectionId: connection.id,
      settings: { file, connectionString: database.url },
      close: async () => {
        await queue.close()
        await client.close()
        stores.close()
        await emulator.close()
        await database.remove()
        rmSync(folder, { recursive: true, force: true })
      },
    })
  }

  publish(text: string, at?: Date): Promise<unknown> {
    const request = { connectionId: this.connectionId, post: { text }, idempotencyKey: text }
    return this.jobs.publish(at === undefined ? request : { ...request, at })
  }

  /**
   * Starts an additional worker. By default its clock is minutes ahead of the previous worker's
   * clock.
   */
  async start(
    aheadSeconds: number = this.#processes.length * AHEAD_SECONDS,
    lacksNetwork = false,
  ): Promise<JobProcess> {
    const settings: JobWorkerSettings = { ...this.#settings, aheadSeconds, lacksNetwork }
    const script = fileURLToPath(new URL('job-worker.ts', import.meta.url))
    const child = spawn(process.execPath, [...RUN_SOURCES, script, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
        ...process.env,
        NODE_OPTIONS: '',
      },
    })
    const lines: string[] = []
    child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString('utf8').split('\n')))
    const one: JobProcess = {
      child,
      lines,
      kill: async () => {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      },
    }
    this.#processes.push(one)
    await eventually(() => lines.includes('WORKING'), 'a worker begins to work')
    return one
  }

  /** Applies a migration of a future version while the processes run. */
  migrateAhead(): void {
    const next = new DatabaseSync(this.#settings.file, { timeout: 10_000 })
    next.exec('ALTER TABLE social_journal ADD COLUMN added_later TEXT')
    next.exec('UPDATE social_schema SET version = version + 1')
    next.close()
  }

  /** Returns the texts of the newest hundred published posts, in alphabetical order. */
  visible(): string[] {
    return this.emulator.control.mastodon
      .state()
      .statuses.map(({ text }) => text)
      .toSorted((one, other) => (one < other ? -1 : 1))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#processes)
      if (one.child.exitCode === null && one.child.signalCode === null) await one.kill()
    await this.#close()
  }
}

export async function eventually(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`This did not happen in time: ${what}`)
    await sleep(50)
  }
}

const startNetwork = () => startEmulator({ networks: [mastodonNetwork()] })
