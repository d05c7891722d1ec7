import type { Clock, RenewalRule, Storage } from '../../contract/index.js'
import { Connection, Token, type TokenInit } from '../../models/index.js'
import { CheckedStorage } from '../../storage/checked-storage.js'
import { InMemoryLocks, InMemoryStorage } from '../../storage/in-memory.js'
import type { RenewalParts } from '../renewal.js'
import { TokenKeeper } from '../token-keeper.js'

/** Waits of more seconds than this count as timeouts. */
const MAX_WAIT = 3

/** A clock that records waits and ends them immediately. Timeouts end when the test advances the time. */
export class InstantClock implements Clock {
  readonly waits: number[] = []
  /** Seconds by which the wall clock is wrong. */
  wallError = 0
  #seconds = 0
  readonly #limits = new Set<{ readonly end: number; readonly ring: () => void }>()

  now(): Date {
    return new Date(Date.UTC(2026, 0, 1) + (this.#seconds + this.wallError) * 1000)
  }

  monotonic(): number {
    return this.#seconds
  }

  /** Number of timeouts that have not ended. */
  get limits(): number {
    return this.#limits.size
  }

  async sleep(seconds: number, options: { readonly signal?: AbortSignal; readonly isLimit?: boolean } = {}): Promise<void> {
    options.signal?.throwIfAborted()
    if (options.isLimit || seconds > MAX_WAIT) return this.#limit(seconds, options.signal)
    this.waits.push(seconds)
    this.#seconds += seconds
  }

  advance(seconds: number): void {
    this.#seconds += seconds
    for (const limit of this.#limits) if (limit.end <= this.#seconds) limit.ring()
  }

  #limit(seconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const limit = { end: this.#seconds + seconds, ring: () => (this.#limits.delete(limit), resolve()) }
      this.#limits.add(limit)
      signal?.addEventListener('abort', () => (this.#limits.delete(limit), reject(signal.reason)))
    })
  }
}

export const RULE: RenewalRule = { beforeSeconds: 60, needsRefreshToken: true, rotates: true }

/** A storage that records its calls, and fails when the test requests it. */
export class WatchedStorage implements Storage {
  readonly inner = new InMemoryStorage()
  readonly calls: string[] = []
  /** Number of following saves that fail. With `afterWriting` they fail after the data is written. */
  failingSaves = 0
  afterWriting = false

  async getConnection(id: string): Promise<Connection | null> {
    this.calls.push('getConnection')
    return this.inner.getConnection(id)
  }

  async saveConnection(connection: Connection): Promise<void> {
    this.calls.push('saveConnection')
    await this.#maybeFail(() => this.inner.saveConnection(connection))
  }

  async deleteConnection(id: string): Promise<void> {
    this.calls.push('deleteConnection')
    await this.inner.deleteConnection(id)
  }

  getApp(): Promise<null> {
    return Promise.resolve(null)
  }

  saveApp(): Promise<void> {
    return Promise.resolve()
  }

  async #maybeFail(write: () => Promise<void>): Promise<void> {
    const fails = this.failingSaves > 0
    if (fails) this.failingSaves -= 1
    if (!fails || this.afterWriting) await write()
    if (fails) throw new Error('the database is away')
  }
}

/** A network that replaces the refresh token at each renewal. Each refresh token is valid for one renewal. */
export class RotatingNetwork {
  readonly requests: string[] = []
  #generation = 0
  #good: string | null = 'refresh-0'
  readonly #clock: Clock
  /** Runs before each response. It may throw a refusal or an outage. */
  beforeAnswer: () => Promise<void> | void = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async refresh(connection: Connection): Promise<Connection> {
    const { refreshToken } = connection.token
    this.requests.push(String(refreshToken))
    await this.beforeAnswer()
    if (refreshToken !== null && refreshToken !== this.#good)
      throw new Error(`refresh token ${refreshToken} was used before`)
    this.#generation += 1
    this.#good = `refresh-${this.#generation}`
    return connection.withToken(
      new Token({
        accessToken: `access-${this.#generation}`,
        refreshToken: this.#good,
        expiresAt: new Date(this.#clock.now().getTime() + 3_600_000),
      }),
    )
  }
}

/** Makes a connection whose token expires in the given number of seconds. */
export function aConnection(clock: Clock, secondsLeft: number | null, token: Partial<TokenInit> = {}): Connection {
  return new Connection({
    platform: 'bluesky',
    accountId: 'did:plc:abc',
    accountName: 'someone.example',
    avatarUrl: 'https://cdn.example/a.png',
    extra: { did: 'did:plc:abc' },
    token: {
      accessToken: 'access-0',
      refreshToken: 'refresh-0',
      expiresAt: secondsLeft === null ? null : new Date(clock.now().getTime() + secondsLeft * 1000),
      ...token,
    },
  })
}

export const ID = 'bluesky:did:plc:abc'

/** Makes a token keeper, and returns it with all its parts. */
export async function aKeeper(
  options: Partial<Pick<RenewalParts, 'locks' | 'refresh'>> & {
    readonly storage?: Storage
    readonly secondsLeft?: number | null
    readonly token?: Partial<TokenInit>
    readonly rule?: Partial<RenewalRule>
  } = {},
): Promise<{
  readonly keeper: TokenKeeper
  readonly storage: WatchedStorage
  readonly network: RotatingNetwork
  readonly clock: InstantClock
  readonly connection: Connection
  readonly warnings: string[]
  readonly another: () => TokenKeeper
}> {
  const clock = new InstantClock()
  const storage = new WatchedStorage()
  const network = new RotatingNetwork(clock)
  const warnings: string[] = []
  const locks = options.locks ?? new InMemoryLocks()
  const { secondsLeft = 30, token } = options
  const connection = aConnection(clock, secondsLeft, token)
  await storage.inner.saveConnection(connection)
  const another = (): TokenKeeper =>
    new TokenKeeper({
      storage: new CheckedStorage(options.storage ?? storage),
      locks,
      clock,
      rule: () => ({ ...RULE, ...options.rule }),
      refresh: options.refresh ?? ((each) => network.refresh(each)),
      warn: (message) => void warnings.push(message),
    })
  return { keeper: another(), storage, network, clock, connection, warnings, another }
}
