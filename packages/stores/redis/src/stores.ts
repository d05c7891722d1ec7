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
import { readSettings, type RedisOptions, type Settings, WORDS } from './options.js'
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

/** Every store a client takes, in Redis. Spread it into the options of a `SocialClient`, or hand over some of them. */
export interface RedisStores {
  readonly storage: Storage & Filled<Pick<Storage, 'saveRenewed'>>
  readonly locks: FencedLocks
  readonly loginMemory: LoginMemory & Filled<Pick<LoginMemory, 'take'>>
  readonly seenUpdates: SeenUpdates
  readonly journal: PublishJournal
  readonly markers: Markers
  readonly spendingCounter: SpendingCounter
  /**
   * Looks at the server: its version, whether it may drop or forget anything, the version of what is stored, the keys.
   * The first call of each store does the same; this one does it at the start of a program.
   *
   * @throws ConfigError when something is not as the stores need it.
   * @throws NetworkError when the server does not answer.
   */
  check(): Promise<void>
  /**
   * Ids of the stored connections, in no order: what `client.renewDue` wants. Reads as it goes. An id may come twice while
   * others are being saved.
   */
  connectionIds(): AsyncGenerator<string, void, undefined>
  /**
   * Seals everything with the newest key, what was never sealed included. Afterwards the older keys can go, and what is
   * not sealed is refused. Run it once every process has the new key.
   *
   * @returns How many values were sealed anew.
   * @throws ConfigError when the stores were made without a key, or a value cannot be read; it names the place.
   */
  reseal(): Promise<number>
}

/** What stands on the prototype stays out of a spread, so that a client is given its stores and nothing else. */
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
    const sealer = new Sealer(ring, WORDS, () => format.believesUnsealed(quick))
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
    if (ring === null)
      throw new ConfigError('There is no key to seal with. Give redisStores a key, or several keys.')
    const count = await resealAll(this.#durable, this.#keys, this.#sealer)
    await this.#format.allSealed(this.#durable, ring.newest)
    return count
  }
}

/**
 * Makes every store of a client in Redis. Any number of processes on any number of machines may use the same server; the
 * stores never close the client.
 *
 * @param client - A connected client of node-redis or ioredis, 5 or newer, which you close after the social client.
 * @param options - `key` seals what is secret.
 * @returns The stores. The server is looked at by the first call; `check()` does it at once.
 * @throws ConfigError for a client or an option that is none.
 * @example
 * const redis = await createClient({ url: process.env.REDIS_URL }).on('error', console.error).connect()
 * const stores = redisStores(redis, { key: process.env.SOCIAL_KEY })
 * const social = new SocialClient({ ...stores, platforms: { mastodon: mastodon() } })
 */
export function redisStores(client: RedisClient, options: RedisOptions = {}): RedisStores {
  return new OpenStores(client, readSettings(options))
}
