import {
  ConfigError,
  type Filled,
  type LoginMemory,
  type Markers,
  type PublishJournal,
  type SeenUpdates,
  type SpendingCounter,
  type Storage,
} from '@social/core/store'
import { Sealer } from '@social/store-kit'

import { Format } from './format.js'
import { Inspection } from './inspection.js'
import { Keys } from './keys.js'
import { readSettings, type RedisOptions, type Settings, STORE_NAMES } from './options.js'
import { type FencedLocks, RedisLocks } from './ports/locks.js'
import { RedisLoginMemory } from './ports/login-memory.js'
import { RedisMarkers } from './ports/markers.js'
import { RedisPublishJournal } from './ports/publish-journal.js'
import { RedisSeenUpdates } from './ports/seen-updates.js'
import { RedisSpendingCounter } from './ports/spending-counter.js'
import { RedisStorage } from './ports/storage.js'
import { resealAll } from './sealing/reseal.js'
import { commandOf, type RedisClient } from './server/client.js'
import { Deadlines } from './server/deadlines.js'
import { ServerClock } from './server/server-clock.js'
import { Session } from './server/session.js'

/** All stores of a client, in Redis. Spread them into the options of a `SocialClient`, or pass single stores. */
export interface RedisStores {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: FencedLocks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  /**
   * Checks the server: its version, its eviction and persistence settings, the version of the
   * stored data, and the keys. The first call of each store makes the same check. Call this at the
   * start of a program to find problems early.
   *
   * @throws ConfigError if the server does not meet a requirement.
   * @throws NetworkError if the server does not respond.
   */
  check(): Promise<void>
  /**
   * Returns the ids of the stored connections, unordered, for `client.renewDue`. The ids are read
   * page by page. An id may be returned twice if connections are saved meanwhile.
   */
  connectionIds(): AsyncGenerator<string, void, undefined>
  /**
   * Encrypts all values again with the newest key, including values in plain text. Afterwards
   * older keys can be removed, and values in plain text are refused. Run this after every process
   * has the new key.
   *
   * @returns Number of values that were encrypted again.
   * @throws ConfigError if the stores have no key, or a value cannot be read. The message names
   * the record.
   */
  reseal(): Promise<number>
}

/**
 * The methods are on the prototype, so spreading this object passes only the stores to a client.
 */
class OpenStores implements RedisStores {
  readonly storage: RedisStorage
  readonly locks: FencedLocks
  readonly loginMemory: RedisLoginMemory
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  readonly #settings: Settings
  readonly #durable: Session
  readonly #keys: Keys
  readonly #format: Format
  readonly #inspection: Inspection
  readonly #sealer: Sealer

  constructor(client: RedisClient, settings: Settings) {
    const { acceptLoss, clock, prefix, ring, seenDays, timeoutSeconds } = settings
    const send = commandOf(client)
    const serverClock = new ServerClock(clock)
    const keys = new Keys(prefix)
    const format = new Format(send, { key: keys.format, sealed: [keys.connections, keys.apps] }, ring)
    const inspection = new Inspection({
      send,
      clock,
      serverClock,
      format,
      timeoutSeconds,
      acceptsLoss: acceptLoss,
    })
    const deadlines = new Deadlines(clock)
    const parts = { send, clock, serverClock, inspection, deadlines, timeoutSeconds }
    const [durable, quick] = [new Session(parts, true), new Session(parts, false)]
    const sealer = new Sealer(ring, STORE_NAMES, () => format.believesUnsealed(quick))
    this.#settings = settings
    this.#durable = durable
    this.#keys = keys
    this.#format = format
    this.#inspection = inspection
    this.#sealer = sealer
    this.storage = new RedisStorage(durable, keys, sealer)
    this.locks = new RedisLocks(quick, keys, clock)
    this.loginMemory = new RedisLoginMemory(quick, keys, sealer)
    this.seenUpdates = new RedisSeenUpdates(quick, keys, seenDays)
    this.journal = new RedisPublishJournal(durable, keys, sealer, settings)
    this.markers = new RedisMarkers(quick, keys)
    this.spendingCounter = new RedisSpendingCounter(quick, keys, clock)
  }

  async check(): Promise<void> {
    this.#inspection.expire()
    await this.#durable.read(['EXISTS', this.#keys.format])
  }

  connectionIds(): AsyncGenerator<string, void, undefined> {
    return this.storage.ids()
  }

  async reseal(): Promise<number> {
    const { ring } = this.#settings
    if (ring === null) throw new ConfigError('Sealing needs a key. Pass key or keys to redisStores.')
    const count = await resealAll(this.#durable, this.#keys, this.#sealer)
    await this.#format.allSealed(this.#durable, ring.newest)
    return count
  }
}

/**
 * Makes all stores of a client in Redis. Any number of processes on any number of machines can share a server. The
 * stores never close the client.
 *
 * @param client - A connected client of node-redis or ioredis, 5 or newer. Close it after the social client.
 * @param options - `key` for sealing secrets.
 * @returns The stores. The first call checks the server; `check()` checks it immediately.
 * @throws ConfigError for an invalid client or option.
 * @example
 * const redis = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect()
 * const stores = redisStores(redis, { key: process.env.SOCIAL_KEY })
 * const social = new SocialClient({ ...stores, platforms: { mastodon: mastodon() } })
 */
export function redisStores(client: RedisClient, options: RedisOptions = {}): RedisStores {
  return new OpenStores(client, readSettings(options))
}
