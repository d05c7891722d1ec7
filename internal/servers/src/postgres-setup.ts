import type { TestProject } from 'vitest/node'

import { leaveOut } from './leave-out.js'
import { type PostgresServer, startPostgres } from './postgres.js'

let server: PostgresServer | null = null

/**
 * Provides one PostgreSQL server for all test files of a project. Uses the server at
 * `POSTGRES_URL`, or starts an installed one.
 */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['POSTGRES_URL']
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given)
    return
  }
  server = await startPostgres()
  if (server === null)
    leaveOut(
      `the tests of ${project.name} against a real PostgreSQL (install it: apt-get install -y --no-install-recommends postgresql; or set POSTGRES_URL)`,
    )
  project.provide('postgresUrl', server?.url() ?? null)
}

/** Stops the server after the last test file. */
export async function teardown(): Promise<void> {
  await server?.stop()
  server = null
}
