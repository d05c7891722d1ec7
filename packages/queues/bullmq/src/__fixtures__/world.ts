import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Dispatcher, SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOperations } from '@social/emulator/mastodon'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'
import { aConnection, FakePlatform } from '@social/testkit/application'
import { createClient } from 'redis'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import { bullQueue } from '../bull-queue.js'
import { WorkerProcess } from './child.js'
import type { WorkerSettings } from './worker-program.js'

const REDIRECT_URI = 'https://app.example/callback/mastodon'
const PATIENCE_MS = 240_000

/** Controls the emulated Mastodon server: the actions of its users. */
interface People extends ControlOf<MastodonOperations> {}

let worlds = 0

/**
 * Starts an application that adds posts, an emulated Mastodon server over HTTP, and a fake
 * network. Tests can start worker processes.
 */
export async function aWorld(redisUrl: string) {
  worlds += 1
  const name = `world-${process.pid}-${worlds}`
  const folder = await mkdtemp(join(tmpdir(), 'social-jobs-'))
  const file = join(folder, 'social.db')
  const emulator = await startEmulator({ networks: [mastodonNetwork()] })
  const host = emulator.host('mastodon')
  const people: People = emulator.control.mastodon
  const stores = sqliteStores(file)
  const fake = new FakePlatform({ findsLostPosts: true })
  const client = new SocialClient({
    ...stores,
    platforms: { mastodon: mastodon(), fake },
    allowLoopback: true,
    retries: { maxWaitSeconds: 0.5 },
  })
  await stores.storage.saveConnection(aConnection())
  const redis = createClient({ url: redisUrl, socket: { reconnectStrategy: () => 50 } })
  redis.on('error', () => undefined)
  await redis.connect()
  const queue = bullQueue(redis, { name, acceptLoss: true })
  const dispatcher = new Dispatcher({ seen: client.seenUpdates })
  const jobs = new SocialJobs({ client, queue, dispatcher })
  const started: WorkerProcess[] = []

  async function signIn(person = 'ada'): Promise<string> {
    const login = { redirectUri: REDIRECT_URI, host }
    await client.createApp('mastodon', { name: 'Tests', ...login })
    const approve = (url: string) => people.approve({ url, person })
    return connectionFrom(await walkThroughSignIn(client, 'mastodon', { ...login, approve })).id
  }

  return {
    dispatcher,
    /** A fake network that exists only in this process. */
    fake,
    /** Connection id of an account at the fake network. */
    fakeId: aConnection().id,
    folder,
    jobs,
    /** Name of the BullMQ queue that contains the posts. */
    queueName: name,
    people,
    signIn,
    id: await signIn(),
    faults: emulator.faults('mastodon'),
    /** Returns the sorted texts of the posts on the server. */
    texts: (): readonly string[] =>
      people
        .state()
        .statuses.map(({ text }) => text)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    media: () => people.state().media.length,
    async startWorker(settings: Partial<WorkerSettings> = {}): Promise<WorkerProcess> {
      const defaultValue = { leaseSeconds: 2, aheadSeconds: 0, clockOffSeconds: 0, concurrency: 4 }
      const child = new WorkerProcess({ redisUrl, name, file, ...defaultValue, ...settings })
      started.push(child)
      await child.printed('ready')
      return child
    },
    /** Waits until `count` jobs have ended. */
    async done(count: number): Promise<void> {
      const end = performance.now() + PATIENCE_MS
      while ((await jobs.counts().catch(() => null))?.ENDED !== count) {
        if (performance.now() > end) {
          const lines = started.map((one) => one.lines.join(' | ')).join('\n')
          throw new Error(`Not all jobs have ended: ${JSON.stringify(await jobs.counts())}\n${lines}`)
        }
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((one) => one.kill()))
      await queue.close()
      redis.destroy()
      await client.close()
      stores.close()
      await emulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
