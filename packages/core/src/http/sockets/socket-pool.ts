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
 * Seconds after a response after which an open socket counts as kept by its server. Our choice: a server that closes
 * each connection after its response does so within milliseconds, but a busy one may take longer.
 */
const KEPT_AFTER_SECONDS = 1

/** Opens a socket. */
export type Connect = buildConnector.connector

/** At most one socket to one origin. Opens it again after it was closed. */
class Lane {
  readonly #pool: SocketPool
  readonly #client: UndiciClient
  #exchange: Exchange | null = null
  #socket: Socket | null = null
  #stallSeconds = 0
  #idleSince = 0
  /** A socket of another lane that was idle for `KEPT_AFTER_SECONDS` when the current exchange started. */
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

  /** True while the lane has a socket that has carried a request. */
  get hasSocket(): boolean {
    return this.#socket !== null
  }

  /** Its socket, if it is open and was idle for `KEPT_AFTER_SECONDS`; otherwise null. */
  get longIdleSocket(): Socket | null {
    return systemClock.monotonic() - this.#idleSince < KEPT_AFTER_SECONDS ? null : this.#socket
  }

  start(exchange: Exchange): void {
    this.#exchange = exchange
    this.#witness = this.#pool.keeping === 'UNKNOWN' ? this.#pool.findWitness() : null
    exchange.lane = this
    exchange.isOnReusedSocket = this.hasSocket
    this.#watch()
    // `as`: undici accepts any iterable of bytes as a body; its types allow only streams.
    this.#client.dispatch(exchange.dispatchOptions as UndiciDispatchOptions, exchange)
  }

  /** Ends the current exchange of the lane. */
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
   * Records whether the server keeps sockets open. It does if it responded on a kept socket, or if a socket that was
   * idle for long is still open after an exchange that started later. A FIN of the idle socket was read during that
   * exchange at the latest, even if the process was blocked before.
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

  /** Uses the timeout of the socket, which detects bytes that are slowly being sent. The timeout of undici does not. */
  #watch(): void {
    const seconds = this.#exchange?.request.stallSeconds ?? 0
    if (this.#socket === null || seconds === this.#stallSeconds) return
    this.#stallSeconds = seconds
    this.#socket.setTimeout(Math.min(seconds * 1000, MAX_TIMEOUT_MS))
  }
}

type UndiciDispatchOptions = Parameters<UndiciClient['dispatch']>[0]

/** Settings of a socket pool. */
export interface SocketPoolSettings {
  /** Maximum number of sockets; further requests wait. */
  readonly maxSockets: number
  /** False = each socket is closed after one request. */
  readonly keepsSockets: boolean
}

/**
 * Sockets to one origin, up to a maximum. The most recently used one is used first; further requests wait in a queue.
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
   * Whether the origin keeps sockets open after a response. After a kept socket died without a response it is `NO`
   * until a response arrives on a kept socket.
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

  /** Frees a lane for the next request. */
  release(lane: Lane): void {
    if (this.#waiting.size === 0 && this.#isKeeping) this.#free.push(lane)
    // Deferred: undici is still ending the previous request.
    else
      queueMicrotask(() => {
        this.#startNext(lane)
      })
  }

  /** A socket that has been idle for `KEPT_AFTER_SECONDS`; null if there is none. */
  findWitness(): Socket | null {
    for (const lane of this.#free) {
      const socket = lane.longIdleSocket
      if (socket !== null) return socket
    }
    return null
  }

  /** Accepts no more requests and closes each socket after its request. */
  retire(): void {
    this.#retired = true
    for (const lane of this.#free.splice(0)) void this.#drop(lane)
  }

  /** Closes every socket. Requests in progress fail. */
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
   * A lane without a socket. It replaces the lane that became idle last, if another idle lane is left that may prove
   * that the server keeps sockets open.
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

  /** The free lane, or a new lane for a request that must not use a kept socket. */
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
