import { installedRedis, leaveOut, type RedisServer, startRedis } from '@social-internal/servers'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { commandOf } from '../server/client.js'
import type { RedisOptions } from '../options.js'
import { type RedisStores, redisStores } from '../stores.js'
import { type ClientPackage, connectClient } from './clients.js'
import { configuredServer } from './configured-server.js'

/** Whether a server can be started here. */
export const canStart = installedRedis() !== null
// Without any server the set-up of the project has said so.
if (!canStart && configuredServer() !== null)
  leaveOut('the tests in which a Redis is killed, cut off, full or set up anew: none is installed here')

/** What has to succeed may take this long: the machine may be busy. */
const PATIENCE_SECONDS = 20

/** Stores on a server, and a way past them. */
export interface AtServer {
  readonly stores: RedisStores
  /** Sends a command behind the stores' back. */
  readonly ask: (...command: string[]) => Promise<unknown>
}

/** A server for one test file, which keeps what it was given when it is killed. */
export interface OwnServer {
  readonly server: RedisServer
  /** Connects one more client, through another port if given. It is put away after the test. */
  connect(name: ClientPackage, options?: RedisOptions & { readonly port?: number }): Promise<AtServer>
}

/** Starts a server before the tests of a file, and ends it after them; each test begins with nothing in it. */
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
  throw new Error('The server runs while tests run.')
}
