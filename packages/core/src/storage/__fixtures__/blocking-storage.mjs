// A storage whose methods block their thread, like a synchronous database driver.
export class BlockingStorage {
  #connections = new Map()
  #apps = new Map()

  constructor(settings) {
    this.gate = settings?.gate && new Int32Array(settings.gate)
  }

  /** Blocks the thread until the test opens the gate, which is shared memory. */
  #block() {
    if (!this.gate) return
    Atomics.store(this.gate, 0, 1)
    Atomics.notify(this.gate, 0)
    Atomics.wait(this.gate, 1, 0)
  }

  getConnection(id) {
    this.#block()
    if (id === 'x:broken') throw new TypeError('disk full')
    if (id === 'x:crash') process.exit(3)
    return this.#connections.get(id)
  }

  saveConnection(connection) {
    if (connection.withToken === undefined) throw new Error('not a real connection')
    this.#connections.set(connection.id, connection)
    return 'ignored'
  }

  deleteConnection(id) {
    this.#connections.delete(id)
  }

  getApp(platform, host) {
    return this.#apps.get(`${platform} ${host}`) ?? null
  }

  saveApp(app) {
    this.#apps.set(`${app.platform} ${app.host}`, app)
  }
}

export const makeStorage = async () => new BlockingStorage()

export const half = { getConnection: () => null }
