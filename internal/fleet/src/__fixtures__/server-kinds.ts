import {
  emptyDatabase,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import type { TestContext } from 'vitest'

/** A private server that can be frozen and killed. */
export interface OwnServer extends AsyncDisposable {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  pause(isPaused: boolean): Promise<void>
}

/** A started server. */
export interface Started {
  readonly server: OwnServer
  readonly address: string
}

/** Starts a server and returns the stores on it; null if it is not installed. */
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

/** Redis and PostgreSQL. */
export const SERVER_KINDS: readonly ServerKind[] = [redis, postgres]

/** Runs work with a private server, and stops it. Skips the test if none is installed. */
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
