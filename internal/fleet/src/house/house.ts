import { setTimeout as sleep } from 'node:timers/promises'

import { CuttingProxy } from '@social-internal/servers'
import { Connection, SocialClient, type Update } from '@social/core'
import { makeUpdate } from '@social/core/platform'
import { startEmulator } from '@social/emulator'
import { mastodonNetwork } from '@social/emulator/mastodon'
import { youtubeNetwork } from '@social/emulator/youtube'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { youtube } from '@social/youtube'

import type { OwnServer } from '../__fixtures__/server-kinds.js'
import { signedInToMastodon, signedInToYoutube } from '../__fixtures__/signed-in.js'
import type { HouseWorkerSettings, WorkerMessage } from './house-worker.js'
import { Member } from './member.js'
import { openPlace } from './open-place.js'

/**
 * Timeout for conditions and repeated requests. A post whose worker was killed before the response
 * is queried after a minute. The machine may also be busy.
 */
const PATIENCE_MS = 480_000

/** Last error of the process that stores jobs. */
let lastFailure = 'nothing failed'

/** Repeats a request until the server accepts it. Repeating has no additional effect. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ;)
    try {
      return await work()
    } catch (error) {
      lastFailure = `${new Date().toISOString()} ${String(error)}`
      if (performance.now() > end) throw error
      await sleep(100)
    }
}

/**
 * Simulates an application on one database server: a process that stores jobs, and workers that
 * run them. Tests kill and disconnect all of these processes.
 */
export class House implements AsyncDisposable {
  readonly emulator: Awaited<ReturnType<typeof startNetworks>>
  readonly proxy: CuttingProxy
  readonly done = { killed: 0, serverKilled: 0, linesCut: 0, storms: 0 }
  readonly #server: OwnServer
  readonly #place: Awaited<ReturnType<typeof openPlace>>
  readonly #jobs: SocialJobs
  readonly #settings: HouseWorkerSettings
  readonly #members: Member[] = []

  private constructor(
    parts: Pick<House, 'emulator' | 'proxy'> & {
      readonly server: OwnServer
      readonly place: Awaited<ReturnType<typeof openPlace>>
      readonly settings: HouseWorkerSettings
    },
  ) {
    const { place, settings } = parts
    this.emulator = parts.emulator
    this.proxy = parts.proxy
    this.#server = parts.server
    this.#place = place
    this.#settings = settings
    const platforms = { mastodon: mastodon(), youtube: youtube({ addresses: settings.youtube }) }
    const client = new SocialClient({ ...place.stores, platforms, allowLoopback: true })
    this.#jobs = new SocialJobs({ client, queue: place.queue })
  }

  /**
   * @param url - URL of a separate database on the server. The application connects through a
   * proxy, which can cut its connections.
   */
  static async open(server: OwnServer, url: string): Promise<House> {
    const proxy = await CuttingProxy.open(server.port)
    const address = new URL(url)
    address.port = String(proxy.port)
    const emulator = await startNetworks()
    const place = await openPlace(address.href)
    const [publisher, renewed] = [signedInToMastodon(emulator), signedInToYoutube(emulator)]
    await place.stores.storage.saveConnection(publisher)
    await place.stores.storage.saveConnection(renewed.connection)
    await place.stores.storage.saveApp(renewed.app)
    const settings: HouseWorkerSettings = {
      url: address.href,
      publisher: publisher.id,
      renewed: renewed.connection.id,
      youtube: emulator.addresses('youtube'),
    }
    return new House({ emulator, proxy, server, place, settings })
  }

  publish(text: string): Promise<unknown> {
    const request = { connectionId: this.#settings.publisher, post: { text }, idempotencyKey: text }
    return again(() => this.#jobs.publish(request))
  }

  /** Delivers an update twice, as networks do. */
  async push(id: string): Promise<void> {
    const update: Update = makeUpdate({
      platform: 'mastodon',
      id,
      kind: 'COMMENT_CREATED',
      connectionId: this.#settings.publisher,
      timestamp: '2026-11-22T00:00:00Z',
    })
    for (let time = 0; time < 2; time += 1) await again(() => this.#jobs.deliver(update))
  }

  /**
   * Starts an additional worker. A worker that starts while the server is unavailable exits, and
   * another one is started.
   */
  async join(): Promise<void> {
    for (let member: Member | null = null; !member?.isAlive;) {
      const next = new Member(this.#settings)
      this.#members.push(next)
      member = next
      await this.until(
        () => next.messages.some(({ isWorking }) => isWorking) || !next.isAlive,
        'a worker begins',
      )
    }
  }

  async until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!(await isTrue())) {
      if (performance.now() > end)
        throw new Error(`This did not happen in time: ${what}.\n${this.lastText}\n${await this.#queueText()}`)
      await sleep(50)
    }
  }

  /** Workers that are running. */
  get alive(): readonly Member[] {
    return this.#members.filter(({ isAlive }) => isAlive)
  }

  /** Last message of every process, for the error message of a failed test. */
  get lastText(): string {
    const content = this.#members.map(({ lastText }) => lastText)
    return [...content, `Process that stores jobs: ${lastFailure}`].join('\n')
  }

  /** Returns the content of the queue, for the error message of a failed test. */
  async #queueText(): Promise<string> {
    try {
      const window = { limit: 8 }
      const jobs = [...(await this.#jobs.running(window)), ...(await this.#jobs.waiting(window))]
      const content = jobs.map(
        ({ id, state, dueAt, problem }) => `${state} ${id} due ${dueAt?.toISOString()}: ${problem?.message}`,
      )
      return [JSON.stringify(await this.#jobs.counts()), `now ${new Date().toISOString()}`, ...content].join(
        '\n',
      )
    } catch (error) {
      return `The queue cannot be read: ${String(error)}`
    }
  }

  /** Number of times that a handler was called with an update. */
  get handled(): number {
    return this.#members.flatMap(({ messages }) => messages).filter(({ handled }) => handled !== undefined)
      .length
  }

  async kill(member: Member): Promise<void> {
    await member.kill()
    this.done.killed += 1
  }

  /** Kills the database server and starts it again. */
  async restart(): Promise<void> {
    await this.#server.kill()
    this.done.serverKilled += 1
    await sleep(300)
    await this.#server.start()
  }

  cutLines(): void {
    this.proxy.turn('CLOSED')
    this.done.linesCut += 1
    this.proxy.turn('PASS')
  }

  /** Stores an expired token, and repeats this if a worker has renewed the token meanwhile. */
  async expireToken(): Promise<void> {
    await again(async () => {
      const stored = await this.#place.stores.storage.getConnection(this.#settings.renewed)
      if (stored === null) throw new Error('The connection was deleted.')
      const { accessToken, refreshToken } = stored.token
      const { platform, accountId, accountName, scopes } = stored
      const token = { accessToken, refreshToken, expiresAt: '2020-01-01T00:00:00Z' }
      const next = new Connection({ platform, accountId, accountName, scopes, token })
      if (!(await this.#place.stores.storage.saveRenewed(next, stored)))
        throw new Error('Another process renewed the token.')
    })
  }

  /**
   * Makes all running workers use the expired token in many concurrent calls. @returns The tokens
   * that the workers received.
   */
  async storm(): Promise<readonly string[]> {
    this.done.storms += 1
    const members = this.alive.map((member) => ({ member, before: member.messages.length }))
    for (const { member } of members) member.renew()
    const since = (): readonly WorkerMessage[] =>
      members.flatMap(({ member, before }) => member.messages.slice(before))
    const ends = (): readonly WorkerMessage[] => since().filter(({ tokens, failed }) => tokens ?? failed)
    const dead = (): number => members.filter(({ member }) => !member.isAlive).length
    await this.until(() => ends().length + dead() >= members.length, 'every worker has a token')
    if (dead() > 0) throw new Error(`A worker ended during a storm.\n${this.lastText}`)
    const failures = ends().flatMap(({ failed = [] }) => failed)
    if (failures.length > 0) throw new Error(`A token could not be renewed: ${failures.join(', ')}`)
    return [...new Set(ends().flatMap(({ tokens = [] }) => tokens))]
  }

  /** Number of token requests that the network received. */
  get renewals(): number {
    return this.emulator.requests('youtube').filter(({ path }) => path === '/token').length
  }

  /** Returns the number of visible posts, and the number of distinct visible posts. */
  visible(): { readonly all: number; readonly once: number } {
    // Every post has a unique text, so posts with the same fingerprint are duplicates.
    const prints = this.emulator.effects('mastodon').map(({ fingerprint }) => fingerprint)
    return { all: prints.length, once: new Set(prints).size }
  }

  async isIdle(): Promise<boolean> {
    try {
      const { WAITING, RUNNING } = await this.#jobs.counts()
      return WAITING + RUNNING === 0
    } catch {
      return false // unavailable
    }
  }

  async held(): Promise<number> {
    return (await again(() => this.#jobs.counts())).HELD
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#members.map((member) => member.kill()))
    await this.#place.close()
    await this.emulator.close()
    await this.proxy.close()
  }
}

/**
 * Rate limit that the tests never reach. One account posts more than the default limit allows in
 * three hours, so jobs would otherwise wait for hours.
 */
const ANY_NUMBER = { requests: 100_000, seconds: 60 }
const UNLIMITED = { posts: ANY_NUMBER, perToken: ANY_NUMBER, perAccount: ANY_NUMBER }

const startNetworks = () =>
  startEmulator({ networks: [mastodonNetwork({ rateLimits: UNLIMITED }), youtubeNetwork()] })
