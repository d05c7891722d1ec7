import { installedRedis, leaveOut, type RedisServer, startRedis } from '@social-internal/servers'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { commandOf } from '../server/client.js'
import type { RedisOptions } from '../options.js'
import { type RedisStores, redisStores } from '../stores.js'
import { type ClientPackage, connectClient } from './clients.js'
import { configuredServer } from './configured-server.js'

/** True if a Redis server can be started on this machine. */
export const canStart = installedRedis() !== null
// If there is no server at all, the project's global setup has already reported the skipped tests.
if (!canStart && configuredServer() !== null)
  leaveOut('the tests in which a Redis is killed, cut off, full or reconfigured: no Redis is installed')

/** Timeout in seconds of calls that have to succeed. It is high because the machine may be busy. */
const PATIENCE_SECONDS = 20

/** Stores that are connected to a server, and a function for commands that bypass the stores. */
export interface AtServer {
  readonly stores: RedisStores
  /** Sends a command directly to the server, bypassing the stores. */
  readonly ask: (...command: string[]) => Promise<unknown>
}

/** A Redis server for one test file. The server keeps its data when a test kills it. */
export interface OwnServer {
  readonly server: RedisServer
  /**
   * Connects another client, optionally through a proxy's port. The client is closed after the
   * test.
   */
  connect(name: ClientPackage, options?: RedisOptions & { readonly port?: number }): Promise<AtServer>
}

/** Starts a server before the tests of a file, and stops it after them. Each test starts with an empty server. */
export function ownServer(...args: readonly string[]): OwnServer {
  let server: RedisServer | null = null
  const closing: (() => void)[] = []
  const running = (): RedisServer => server ?? raiseNone()
  beforeAll(async () => {
    if (canStart) server = await startRedis({ durable: true, args })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) close()
    if (server === null) return
    const { client, close } = await connectClient('redis', server.url)
    await commandOf(client)(['FLUSHALL'], '')
    close()
  })
  afterAll(async () => server?.stop())
  return {
    get server() {
      return running()
    },
    async connect(name, { port, ...options } = {}) {
      const { client, close } = await connectClient(name, `redis://127.0.0.1:${port ?? running().port}`)
      closing.push(close)
      const send = commandOf(client)
      return {
        stores: redisStores(client, { timeoutSeconds: PATIENCE_SECONDS, ...options }),
        ask: (...command) => send(command, command[1] ?? ''),
      }
    },
  }
}

function raiseNone(): never {
  throw new Error('The server only runs during tests.')
}
