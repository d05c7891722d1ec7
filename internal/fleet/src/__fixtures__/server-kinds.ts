import {
  emptyDatabase,
  startPostgres,
  startRedis,
} from '@social-internal/servers'
import type { TestContext } from 'vitest'

/** A server of one's own, which can be frozen and killed. */
export interface OwnServer extends AsyncDisposable {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  pause(isPaused: boolean): Promise<void>
}

/** One that was started. */
export interface Started {
  readonly server: OwnServer
  readonly address: string
}

/** Starts one, and says where workers meet on it; null where it is not installed. */
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

/** Works with a server of one's own, and ends it; leaves the test out where none is installed. */
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
