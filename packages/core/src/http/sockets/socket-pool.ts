import type { Socket } from 'node:net'

import type { buildConnector, Client as UndiciClient } from 'undici'

import { systemClock } from '../time/clock.js'
import type { Exchange } from './exchange.js'
import { joinWrites } from './join-writes.js'
import { TransportClosedError } from './transport-errors.js'
import { Client } from './undici-inner.js'

/**
 * Maximum delay of a timer in Node in milliseconds: 2^31 - 1.
 * https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
 */
const MAX_TIMEOUT_MS = 2_147_483_647

/**
 * Seconds after a response after which a socket that is still open counts as kept open by its
 * server. A server that closes connections usually does so within milliseconds, but a busy server
 * may take longer. Our choice.
 */
const KEPT_AFTER_SECONDS = 1

/** Function that opens a socket. */
export type Connect = buildConnector.connector

/**
 * One place for a socket to one origin. The lane has at most one socket, and opens a new one after
 * it was closed.
 */
class Lane {
  readonly #pool: SocketPool
  readonly #client: UndiciClient
  #exchange: Exchange | null = null
  #socket: Socket | null = null
  #stallSeconds = 0
  #idleSince = 0
  /**
   * Socket of another lane that had been idle for `KEPT_AFTER_SECONDS` when the current exchange
   * started.
   */
  #witness: Socket | null = null

  constructor(pool: SocketPool, origin: string, connect: Connect) {
    this.#pool = pool
    this.#client = new Client(origin, {
      allowH2: false,
      connect: (options, callback) => {
        connect(options, (...result) => {
          if (result[0] === null) this.#adopt(result[1])
          callback(...result)
        })
      },
    })
  }

  /** True if the lane has an open socket that has carried a request. */
  get hasSocket(): boolean {
    return this.#socket !== null
  }

  /** Socket of this lane, if it is open and was idle for `KEPT_AFTER_SECONDS`. Null otherwise. */
  get longIdleSocket(): Socket | null {
    return systemClock.monotonic() - this.#idleSince < KEPT_AFTER_SECONDS ? null : this.#socket
  }

  start(exchange: Exchange): void {
    this.#exchange = exchange
    this.#witness = this.#pool.keeping === 'UNKNOWN' ? this.#pool.findWitness() : null
    exchange.lane = this
    exchange.isOnReusedSocket = this.hasSocket
    this.#watch()
    // safe cast: undici accepts any iterable of bytes as a body, but its types allow only streams
    this.#client.dispatch(exchange.dispatchOptions as UndiciDispatchOptions, exchange)
  }

  /** Ends the current exchange, so that the lane can carry another one. */
  free(): void {
    const exchange = this.#exchange
    if (exchange === null) return
    this.#noteKept(exchange)
    exchange.lane = null
    this.#exchange = null
    this.#pool.release(this)
  }

  close(): Promise<void> {
    return this.#client.destroy()
  }

  /**
   * Records whether the server keeps idle sockets open. A response on a reused socket proves this.
   * Another proof is a socket that was idle before the exchange started and is still open after
   * it. Even if the process was blocked before, it would have read the FIN of that socket during
   * the exchange.
   */
  #noteKept(exchange: Exchange): void {
    const { isAnswered, isOnReusedSocket, hasDiedOnReusedSocket } = exchange
    const pool = this.#pool
    if (hasDiedOnReusedSocket) pool.keeping = 'NO'
    else if (isOnReusedSocket) pool.keeping = isAnswered ? 'YES' : 'UNKNOWN'
    else if (isAnswered && this.#witness?.destroyed === false && pool.keeping === 'UNKNOWN')
      pool.keeping = 'YES'
    this.#witness = null
    this.#idleSince = systemClock.monotonic()
  }

  #adopt(socket: Socket): void {
    this.#socket = socket
    this.#stallSeconds = 0
    if (this.#exchange !== null) this.#exchange.isOnReusedSocket = false
    joinWrites(socket)
    socket.on('timeout', () => {
      this.#exchange?.stall()
    })
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = null
    })
    this.#watch()
  }

  /**
   * Sets the timeout of the socket, which counts slowly sent bytes as activity. undici's timeouts
   * do not.
   */
  #watch(): void {
    const seconds = this.#exchange?.request.stallSeconds ?? 0
    if (this.#socket === null || seconds === this.#stallSeconds) return
    this.#stallSeconds = seconds
    this.#socket.setTimeout(Math.min(seconds * 1000, MAX_TIMEOUT_MS))
  }
}

type UndiciDispatchOptions = Parameters<UndiciClient['dispatch']>[0]

/** Settings for the sockets to one origin. */
export interface SocketPoolSettings {
  /** Maximum number of open sockets. Further requests wait for a free socket. */
  readonly maxSockets: number
  /** False if each socket is closed after one request. */
  readonly keepsSockets: boolean
}

/**
 * Sockets to one origin, up to a maximum number. The most recently used socket is reused first.
 * Requests wait in a queue if all sockets are in use.
 */
export class SocketPool {
  readonly #origin: string
  readonly #connect: Connect
  readonly #maxSockets: number
  readonly #keepsSockets: boolean
  readonly #lanes = new Set<Lane>()
  readonly #free: Lane[] = []
  readonly #waiting = new Set<Exchange>()
  /**
   * Whether the server keeps sockets open after a response. Becomes `NO` when a reused socket
   * closed without a response, and `YES` again after a response on a reused socket.
   */
  keeping: 'UNKNOWN' | 'YES' | 'NO' = 'UNKNOWN'
  #retired = false

  constructor(origin: string, connect: Connect, settings: SocketPoolSettings) {
    this.#origin = origin
    this.#connect = connect
    this.#maxSockets = settings.maxSockets
    this.#keepsSockets = settings.keepsSockets
  }

  dispatch(exchange: Exchange): void {
    const lane = this.#needsNewSocket(exchange) ? this.#freshLane() : (this.#free.pop() ?? this.#newLane())
    if (lane === null) this.#waiting.add(exchange)
    else lane.start(exchange)
  }

  /** Makes a lane available for the next request. */
  release(lane: Lane): void {
    if (this.#waiting.size === 0 && this.#isKeeping) this.#free.push(lane)
    // The next request starts later, because undici is still ending the previous one.
    else
      queueMicrotask(() => {
        this.#startNext(lane)
      })
  }

  /** Returns a socket that has been idle for `KEPT_AFTER_SECONDS`. Null if there is none. */
  findWitness(): Socket | null {
    for (const lane of this.#free) {
      const socket = lane.longIdleSocket
      if (socket !== null) return socket
    }
    return null
  }

  /** Accepts no more requests. Each socket is closed when its current request has ended. */
  retire(): void {
    this.#retired = true
    for (const lane of this.#free.splice(0)) void this.#drop(lane)
  }

  /** Closes all sockets immediately. Requests in progress fail. */
  async close(): Promise<void> {
    this.#retired = true
    for (const exchange of this.#waiting) exchange.fail(new TransportClosedError('The transport was closed.'))
    this.#waiting.clear()
    await Promise.all([...this.#lanes].map((lane) => this.#drop(lane)))
  }

  #needsNewSocket({ request }: Exchange): boolean {
    return request.onNewSocket === true || (request.onProvenSocket === true && this.keeping !== 'YES')
  }

  /**
   * Returns a lane without a socket. If needed, it replaces the lane that became idle last. One
   * older idle lane is kept, because its open socket can prove that the server keeps sockets open.
   */
  #freshLane(): Lane | null {
    const closed = this.#free.findLastIndex((lane) => !lane.hasSocket)
    if (closed !== -1) return this.#free.splice(closed, 1)[0] ?? null
    const isFull = this.#lanes.size >= this.#maxSockets
    const newest = isFull || this.#free.length > 1 ? this.#free.pop() : undefined
    if (newest !== undefined) void this.#drop(newest)
    return this.#newLane()
  }

  #newLane(): Lane | null {
    if (this.#lanes.size >= this.#maxSockets) return null
    const lane = new Lane(this, this.#origin, this.#connect)
    this.#lanes.add(lane)
    return lane
  }

  #startNext(lane: Lane): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next)
      if (next.isCompleted) continue
      this.#laneFor(next, lane).start(next)
      return
    }
    if (this.#isKeeping) this.#free.push(lane)
    else void this.#drop(lane)
  }

  get #isKeeping(): boolean {
    return this.#keepsSockets && !this.#retired
  }

  /** Returns the lane that became free, or a new lane if the request needs a new socket. */
  #laneFor(exchange: Exchange, lane: Lane): Lane {
    if (!this.#needsNewSocket(exchange) || !lane.hasSocket) return lane
    void this.#drop(lane)
    return this.#newLane() ?? lane
  }

  #drop(lane: Lane): Promise<void> {
    this.#lanes.delete(lane)
    return lane.close()
  }
}
