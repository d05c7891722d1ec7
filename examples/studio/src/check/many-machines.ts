import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { emptyDatabase } from '@social-internal/servers'
import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { Client } from 'pg'

import type { WorkerInfo } from '../shared/workers.js'
import { ThrowawayStudio } from './throwaway-studio.js'
import { until, Visitor } from './visitor.js'

const WORKER = fileURLToPath(new URL('../worker.ts', import.meta.url))
/**
 * Timeout for the start of a worker, long enough for a start from the sources on a busy machine.
 */
export const START_MS = 180_000

/** Studio with two worker processes. They share PostgreSQL and Redis, or one SQLite file each for stores and jobs. */
export class StudioOfMany {
  readonly studio: ThrowawayStudio
  readonly #database: Awaited<ReturnType<typeof emptyDatabase>> | null

  private constructor(studio: ThrowawayStudio, database: Awaited<ReturnType<typeof emptyDatabase>> | null) {
    this.studio = studio
    this.#database = database
  }

  /**
   * Starts a studio with its own database, and waits until both workers accept posts.
   *
   * @param servers - Null: SQLite files.
   * @param leaseSeconds - Seconds until a job without renewal is given to another worker.
   */
  static async start(
    servers: { readonly postgresUrl: string; readonly redisUrl: string } | null,
    pageFolder: string,
    leaseSeconds?: number,
  ): Promise<StudioOfMany> {
    const database = servers && (await emptyDatabase(servers.postgresUrl))
    const studio = await ThrowawayStudio.start(pageFolder, {
      postgresUrl: database?.url,
      workers: {
        redisUrl: servers?.redisUrl,
        acceptLoss: true,
        leaseSeconds,
        program: { path: WORKER, nodeArguments: RUN_SOURCES },
      },
    })
    const many = new StudioOfMany(studio, database)
    await many.bothReady()
    return many
  }

  get visitor(): Visitor {
    return new Visitor(this.studio.url)
  }

  async workers(): Promise<readonly WorkerInfo[]> {
    const { workers } = await this.visitor.studio()
    return workers?.workers ?? []
  }

  bothReady(): Promise<readonly WorkerInfo[]> {
    return until(
      'The start of both workers',
      async () => {
        const workers = await this.workers()
        return workers.length === 2 && workers.every(({ isReady }) => isReady) ? workers : null
      },
      START_MS,
    )
  }

  /** Waits until a worker is publishing, and returns that worker. */
  busy(what = 'post'): Promise<WorkerInfo> {
    return until('A worker that holds a post', async () => {
      const workers = await this.workers()
      return workers.find(({ doing }) => doing.some(({ operation }) => operation === what))
    })
  }

  /**
   * Makes all claims in the database expire now. Otherwise the claim of a killed process lasts one
   * minute.
   */
  async endClaims(): Promise<void> {
    if (this.#database === null) {
      const file = new DatabaseSync(join(this.studio.dataFolder, 'studio.db'), { timeout: 10_000 })
      file.exec('UPDATE social_journal SET free_at = 0 WHERE result IS NULL')
      file.close()
      return
    }
    const client = new Client({ connectionString: this.#database.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        "SELECT schemaname AS name FROM pg_tables WHERE tablename = 'social_journal'",
      )
      for (const { name } of rows)
        await client.query(
          `UPDATE ${name}.social_journal SET free_at = clock_timestamp() WHERE result IS NULL`,
        )
    } finally {
      await client.end()
    }
  }

  /** Stops the studio and removes its data. */
  async remove(): Promise<void> {
    await this.studio.remove()
    await this.#database?.remove()
  }
}
