import type { TestProject } from 'vitest/node'

import { leaveOut } from './leave-out.js'
import { type RedisServer, startRedis } from './redis.js'

let server: RedisServer | null = null

/**
 * Provides one Redis server for all test files of a project. Uses the server at `REDIS_URL`, or
 * starts an installed one.
 */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env['REDIS_URL']
  if (given !== undefined && given !== '') {
    project.provide('redisUrl', given)
    return
  }
  server = await startRedis()
  if (server === null)
    leaveOut(
      `the tests of ${project.name} against a real Redis (install it: apt-get install -y --no-install-recommends redis-server; or set REDIS_URL)`,
    )
  project.provide('redisUrl', server?.url ?? null)
}

/** Stops the server after the last test file. */
export async function teardown(): Promise<void> {
  await server?.stop()
  server = null
}
