import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { afterEach, describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { AppCredentials, Connection, Token } from '../models/index.js'
import { type WorkerStorage, workerStorage, type WorkerStorageOptions } from './worker-storage.js'

const MODULE = new URL('__fixtures__/blocking-storage.mjs', import.meta.url)

const connection = new Connection({
  platform: 'x',
  accountId: '1',
  accountName: 'someone',
  token: { accessToken: 'a', refreshToken: 'r', expiresAt: '2026-01-01T00:00:00Z' },
})
const app = new AppCredentials({ platform: 'mastodon', host: 'a.example', clientId: 'c', clientSecret: 's' })

describe('workerStorage', () => {
  const open: WorkerStorage[] = []
  const start = (options: WorkerStorageOptions = {}, module: URL | string = MODULE): WorkerStorage => {
    // In tests the thread imports the TypeScript sources of this package.
    const storage = workerStorage(module, {
      execArgv: RUN_SOURCES,
      exportName: 'BlockingStorage',
      ...options,
    })
    open.push(storage)
    return storage
  }
  afterEach(async () => {
    await Promise.all(open.splice(0).map((storage) => storage.close()))
  })

  it('uses real connections and apps on the other thread, including secrets and dates', async () => {
    const storage = start()
    await storage.saveConnection(connection)
    await storage.saveApp(app)
    const again = await storage.getConnection('x:1')

    expect(again).toBeInstanceOf(Connection)
    expect(again).toEqual(connection)
    expect(again?.token.refreshToken).toBe('r')
    expect((await storage.getApp('mastodon', 'a.example'))?.clientSecret).toBe('s')
    expect(await storage.getApp('mastodon', null)).toBeNull()
    expect(await storage.getConnection('x:2')).toBeNull()
    await storage.deleteConnection('x:1')
    expect(await storage.getConnection('x:1')).toBeNull()
  })

  it('compares tokens and saves a renewal with saveConnection for a storage without saveRenewed', async () => {
    const storage = start()
    const renewed = connection.withToken(new Token({ accessToken: 'renewed' }))

    expect(await storage.saveRenewed(renewed, connection)).toBe(false)
    await storage.saveConnection(connection)
    expect(await storage.saveRenewed(renewed, connection)).toBe(true)
    expect(await storage.saveRenewed(connection, connection)).toBe(false)
    expect(await storage.getConnection('x:1')).toEqual(renewed)
  })

  // Holds R-0081.
  it('does not block the program while the storage blocks', async () => {
    const gate = new SharedArrayBuffer(8)
    const view = new Int32Array(gate)
    const storage = start({ settings: { gate } })
    const read = storage.getConnection('x:1')
    // The thread reports that it blocks. It stays blocked until this program releases it, so this program must not
    // block.
    await Atomics.waitAsync(view, 0, 0).value
    Atomics.store(view, 1, 1)
    Atomics.notify(view, 1)

    expect(await read).toBeNull()
  })

  it('rethrows the errors of the storage', async () => {
    const storage = start()

    await expect(storage.getConnection('x:broken')).rejects.toMatchObject({
      name: 'TypeError',
      message: 'disk full',
    })
    expect(await storage.getConnection('x:1')).toBeNull()
  })

  it('accepts a function that creates the storage', async () => {
    expect(await start({ exportName: 'makeStorage' }).getConnection('x:1')).toBeNull()
  })

  it('uses the default export, which may be an object', async () => {
    const methods =
      'getConnection() { return null }, saveConnection() {}, deleteConnection() {}, getApp() {}, saveApp() {}'
    const storage = start({ exportName: 'default' }, `data:text/javascript,export default { ${methods} }`)

    expect(await storage.getApp('x', null)).toBeNull()
  })

  it('reports a faulty module at the first call', async () => {
    const half = start({ exportName: 'half' })
    const gone = start({}, new URL('__fixtures__/not-there.mjs', import.meta.url))

    await expect(half.getConnection('x:1')).rejects.toThrow(/has no saveConnection/)
    await expect(half.getConnection('x:1')).rejects.toBeInstanceOf(ConfigError)
    await expect(gone.getConnection('x:1')).rejects.toThrow(/not-there/)
  })

  it('does not keep a program alive that never closes it', async () => {
    const program = `
      import { workerStorage } from '${new URL('worker-storage.ts', import.meta.url).href}'
      const storage = workerStorage('${MODULE.href}', { exportName: 'BlockingStorage' })
      const both = await Promise.all([storage.getConnection('x:1'), storage.getConnection('x:2')])
      console.log(both.length)`
    const args = [...RUN_SOURCES, '--input-type=module', '-e', program]
    // After the time limit the process is killed, and the promise rejects.
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 240_000 })
    expect(stdout).toBe('2\n')
  })

  it('ends its thread when it is closed', async () => {
    const starting = once(process, 'worker')
    const storage = start()
    await storage.getConnection('x:1')
    const [worker] = (await starting) as [Worker] // safe cast: Node passes the worker as the argument of this event
    const during = worker.threadId

    await storage.close()

    // Node sets the thread id of an ended thread to -1.
    expect([during > 0, worker.threadId]).toEqual([true, -1])
  })

  it('fails the calls of a thread that ended, and starts another for the next', async () => {
    const storage = start()

    await expect(storage.getConnection('x:crash')).rejects.toBeInstanceOf(ConfigError)
    expect(await storage.getConnection('x:1')).toBeNull()
  })
})
