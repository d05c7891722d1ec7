import {
  emptyDatabase,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import type { TestContext } from 'vitest'

/** Database server of a test, which the test can freeze and kill. */
export interface OwnServer extends AsyncDisposable {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  pause(isPaused: boolean): Promise<void>
}

/** Running server with a function that opens stores. */
export interface Started {
  readonly server: OwnServer
  readonly address: string
}

/** Starts a server and returns the stores on it. Returns null if the server is not installed. */
export interface ServerKind {
  readonly name: string
  start(): Promise<Started | null>
}

const redis: ServerKind = {
  name: 'Redis',
  async start() {
    const server = await startRedis({ durable: true })
    return server && { server, address: server.url }
  },
}

const postgres: ServerKind = {
  name: 'PostgreSQL',
  async start() {
    const server = await startPostgres({ durable: true })
    return server && { server, address: (await emptyDatabase(server.url())).url }
  },
}

/** Kinds of servers that the tests use. */
export const SERVER_KINDS: readonly ServerKind[] = [redis, postgres]

/**
 * Starts a server, runs the test, and stops the server. Skips the test if the server is not
 * installed.
 */
export async function withServer(
  kind: ServerKind,
  { skip }: Pick<TestContext, 'skip'>,
  work: (started: Started) => Promise<void>,
): Promise<void> {
  const started = await kind.start()
  if (started === null) return skip(`${kind.name} is not installed.`)
  try {
    await work(started)
  } finally {
    await started.server[Symbol.asyncDispose]()
  }
}
