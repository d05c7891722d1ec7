import { isIP, type LookupFunction } from 'node:net'

import { ConfigError } from '../../errors/index.js'
import { mayConnect, publicLookup } from '../guard/public-lookup.js'
import type { Transport, TransportRequest, TransportResponse } from '../types.js'
import { Exchange } from './exchange.js'
import { type Connect, SocketPool } from './socket-pool.js'
import { abandonedUnsent, PrivateHostError, TransportClosedError } from './transport-errors.js'
import { buildConnector } from './undici-inner.js'

/** Settings of the transport. */
export interface UndiciTransportOptions {
  /**
   * Allows loopback addresses in requests that are limited to public hosts. For tests and demos.
   * Default: false.
   */
  readonly allowLoopback?: boolean | undefined
  /**
   * Maximum number of sockets per origin. Further requests wait for a free socket. Default: 128.
   */
  readonly socketsPerOrigin?: number | undefined
  /**
   * Maximum number of origins with open sockets. The sockets of the least recently used origin are
   * closed first. Default: 256.
   */
  readonly origins?: number | undefined
  /** Timeout of opening a connection in seconds. Default: 10. */
  readonly connectSeconds?: number | undefined
  /** DNS resolver that is used instead of the system's resolver. */
  readonly lookup?: LookupFunction | undefined
}

/**
 * Creates the library's default transport. The transport uses undici's HTTP/1.1 client with its
 * own limited number of keep-alive sockets. It does not change undici's process-wide dispatcher,
 * so `fetch` of the application is not affected.
 */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  return new UndiciTransport(options)
}

type Pools = Map<string, SocketPool>

class UndiciTransport implements Transport {
  readonly #allowLoopback: boolean
  readonly #socketsPerOrigin: number
  readonly #maxOrigins: number
  readonly #connect: Connect
  readonly #connectPublic: Connect
  /** Sockets by origin, with the least recently used origin first. */
  readonly #pools: Pools = new Map()
  readonly #publicPools: Pools = new Map()
  /**
   * Sockets for requests with a `reader`. Each has its own socket, so that long responses do not
   * block other requests.
   */
  readonly #streamPools: Pools = new Map()
  readonly #publicStreamPools: Pools = new Map()
  #closed = false

  constructor(options: UndiciTransportOptions) {
    const { allowLoopback = false, lookup, connectSeconds = 10 } = options
    this.#allowLoopback = allowLoopback
    this.#socketsPerOrigin = atLeastOne('socketsPerOrigin', options.socketsPerOrigin ?? 128)
    this.#maxOrigins = atLeastOne('origins', options.origins ?? 256)
    const timeout = connectSeconds * 1000
    this.#connect = buildConnector({ allowH2: false, timeout, ...(lookup && { lookup }) })
    this.#connectPublic = buildConnector({
      allowH2: false,
      timeout,
      lookup: publicLookup({ allowLoopback, lookup }),
    })
  }

  send(request: TransportRequest): Promise<TransportResponse> {
    return new Promise((resolve, reject) => {
      if ((request.cancellation ?? request.signal).aborted) {
        reject(abandonedUnsent(request))
        return
      }
      const { origin, path } = splitUrl(request.url)
      const exchange = new Exchange(request, path, resolve, reject)
      if (this.#closed) exchange.fail(new TransportClosedError('The transport was closed.'))
      else if (request.publicHostsOnly === true) this.#sendToPublicHost(origin, exchange)
      else this.#poolFor(this.#poolsOf(request), origin, this.#connect).dispatch(exchange)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const all = [this.#pools, this.#publicPools, this.#streamPools, this.#publicStreamPools]
    const pools = all.flatMap((one) => [...one.values()])
    for (const one of all) one.clear()
    await Promise.all(pools.map((pool) => pool.close()))
  }

  #poolsOf({ reader, publicHostsOnly }: TransportRequest): Pools {
    const isStream = reader !== undefined
    if (publicHostsOnly === true) return isStream ? this.#publicStreamPools : this.#publicPools
    return isStream ? this.#streamPools : this.#pools
  }

  /**
   * Sends a request that is limited to public hosts. These requests have separate sockets, because
   * a shared socket may have been opened to a private address of the same host name.
   */
  #sendToPublicHost(origin: string, exchange: Exchange): void {
    const pools = this.#poolsOf(exchange.request)
    // This origin already has a pool, so its host was checked before.
    if (pools.has(origin)) {
      this.#poolFor(pools, origin, this.#connectPublic).dispatch(exchange)
      return
    }
    const hostname = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(hostname) !== 0 && !mayConnect(hostname, { allowLoopback: this.#allowLoopback }))
      exchange.fail(new PrivateHostError(`${hostname} is not a public host.`))
    else this.#poolFor(pools, origin, this.#connectPublic).dispatch(exchange)
  }

  #poolFor(pools: Pools, origin: string, connect: Connect): SocketPool {
    const known = pools.get(origin)
    if (known !== undefined) {
      if (pools.size > 1) {
        pools.delete(origin)
        pools.set(origin, known)
      }
      return known
    }
    const isForStreams = pools === this.#streamPools || pools === this.#publicStreamPools
    const maxSockets = isForStreams ? Infinity : this.#socketsPerOrigin
    const pool = new SocketPool(origin, connect, { maxSockets, keepsSockets: !isForStreams })
    pools.set(origin, pool)
    for (const [oldest, stale] of pools) {
      if (pools.size <= this.#maxOrigins) break
      pools.delete(oldest)
      stale.retire()
    }
    return pool
  }
}

/** Matches an origin that the URL parser would not change, such as those of most requests. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d+)?$/

/** Splits a URL into origin and path. The URL parser is not needed for a plain origin. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const start = url.indexOf('/', 8)
  const origin = start === -1 ? url : url.slice(0, start)
  if (start !== -1 && PLAIN_ORIGIN.test(origin) && !url.includes('#'))
    return { origin, path: url.slice(start) }
  const address = URL.parse(url)
  if (address === null || (address.protocol !== 'https:' && address.protocol !== 'http:'))
    throw new ConfigError('A request requires an absolute URL that starts with https://.')
  return { origin: address.origin, path: `${address.pathname}${address.search}` }
}

function atLeastOne(name: string, value: number): number {
  if (Number.isInteger(value) && value > 0) return value
  throw new ConfigError(`${name} of the transport must be a whole number of 1 or more, not ${value}.`)
}
