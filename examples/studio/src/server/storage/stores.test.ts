import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { emptyDatabase } from '@social-internal/servers'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { freePort } from '../../check/free-port.js'
import { signInAtMastodon } from '../../check/mastodon-journey.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { until, Visitor } from '../../check/visitor.js'
import { NETWORK_PORTS } from '../emulated/emulator.js'
import { startStudio } from '../studio.js'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a studio over PostgreSQL', () => {
  let folder: string
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let url = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'studio-postgres-'))
    database = await emptyDatabase(postgresUrl ?? '')
    url = database.url
  })

  afterAll(async () => {
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Counts the rows of a table in the schemas of all studios. */
  async function countRows(table: string): Promise<number> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ name: string }>(
        "SELECT schemaname AS name FROM pg_tables WHERE tablename = $1 AND schemaname LIKE 'studio\\_%'",
        [table],
      )
      let count = 0
      for (const { name } of rows) {
        const counted = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}.${table}`)
        count += Number(counted.rows[0]?.count)
      }
      return count
    } finally {
      await client.end()
    }
  }

  it('resumes a post after a stop, publishes it once, and stores no data of the library in its own file', async () => {
    const studio = await ThrowawayStudio.start(folder, { postgresUrl: url })
    try {
      const faults = `http://${studio.emulatorHost}/__emulator/mastodon/faults`
      const accountId = await signInAtMastodon(new Visitor(studio.url), studio.emulatorHost)
      const fault = { method: 'POST', path: '/api/v1/statuses', fault: 'hold' }
      const headers = { connection: 'close' }
      await fetch(faults, { method: 'POST', headers, body: JSON.stringify(fault) })
      const idempotencyKey = crypto.randomUUID()
      const draft = { accountId, text: 'Once', media: [], publishAt: null, options: {}, idempotencyKey }
      await new Visitor(studio.url).ask('POST', '/api/posts', draft)
      await until('The post in progress', async () => {
        const set = (await (await fetch(faults, { headers })).json()) as { held: number }[] // safe cast: the emulator returns the active faults in this form
        return set.find(({ held }) => held > 0)
      })

      await studio.restart()

      const { status, problem } = await new Visitor(studio.url).becomes(idempotencyKey, 'DONE')
      expect([status, problem]).toEqual(['DONE', null])
      const state = await fetch(faults.replace(/faults$/, 'state'), { headers })
      const { statuses } = (await state.json()) as { statuses: { text: string }[] } // safe cast: the emulator returns its posts in this form
      expect(statuses.map(({ text }) => text)).toEqual(['Once'])
      expect(await countRows('social_connections')).toBe(1)
      const file = new DatabaseSync(join(studio.dataFolder, 'studio.db'), { readOnly: true })
      const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      file.close()
      expect(tables.filter(({ name }) => String(name).startsWith('social'))).toEqual([])
    } finally {
      await studio.remove()
    }
  })

  it('starts empty with a new folder in the same database, and mistakes no new data for old data', async () => {
    const ports = { port: await freePort(), emulatorPort: await freePort(NETWORK_PORTS) }
    for (const name of ['first', 'second']) {
      // The second studio uses the same ports, so that its accounts and updates get the same ids.
      const options = { ...ports, dataFolder: join(folder, name), pageFolder: folder, postgresUrl: url }
      const studio = await startStudio(options)
      try {
        const visitor = new Visitor(studio.url)
        const accountId = await signInAtMastodon(visitor, studio.emulatorHost)
        await visitor.publish({ accountId, text: 'Hello' })
        await visitor.happen('comment', accountId)
        expect((await visitor.arrival(accountId, 'COMMENT_CREATED')).aboutText).toBe('Hello')
      } finally {
        await studio.close()
      }
    }
  })

  it('reports a missing database, and releases its folder', async () => {
    const options = {
      dataFolder: join(folder, 'refused'),
      pageFolder: folder,
      port: await freePort(),
      emulatorPort: await freePort(NETWORK_PORTS),
    }
    const missing = new URL(url)
    missing.pathname = 'no_such_database'

    await expect(startStudio({ ...options, postgresUrl: missing.href })).rejects.toThrow(/database/)
    await (await startStudio(options)).close()
  })
})
