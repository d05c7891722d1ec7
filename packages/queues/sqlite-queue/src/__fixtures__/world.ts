import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { SocialClient } from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOperations } from '@social/emulator/mastodon'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { sqliteStores } from '@social/sqlite'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import { sqliteQueue } from '../open.js'
import { WorkerProcess } from './child.js'
import type { WorkerSettings } from './worker-program.js'

const REDIRECT_URI = 'https://app.example/callback/mastodon'
const PATIENCE_MS = 240_000

/** Controls the emulated Mastodon server: the actions of its users. */
interface People extends ControlOf<MastodonOperations> {}

/**
 * Starts an application that adds posts, and an emulated Mastodon server over HTTP. The stores and
 * the queue share one file. Tests can start worker processes.
 */
export async function aWorld() {
  const folder = await mkdtemp(join(tmpdir(), 'social-queue-'))
  const file = join(folder, 'social.db')
  const emulator = await startEmulator({ networks: [mastodonNetwork()] })
  const host = emulator.host('mastodon')
  const people: People = emulator.control.mastodon
  const stores = sqliteStores(file)
  const client = new SocialClient({
    ...stores,
    platforms: { mastodon: mastodon() },
    allowLoopback: true,
    retries: { maxWaitSeconds: 0.5 },
  })
  const queue = sqliteQueue(file)
  const jobs = new SocialJobs({ client, queue })
  const started: WorkerProcess[] = []

  const login = { redirectUri: REDIRECT_URI, host }
  await client.createApp('mastodon', { name: 'Tests', ...login })
  const approve = (url: string) => people.approve({ url, person: 'ada' })
  const { id } = connectionFrom(await walkThroughSignIn(client, 'mastodon', { ...login, approve }))

  return {
    file,
    folder,
    jobs,
    queue,
    people,
    id,
    faults: emulator.faults('mastodon'),
    /** Returns the sorted texts of the posts on the server. */
    texts: (): readonly string[] =>
      people
        .state()
        .statuses.map(({ text }) => text)
        .toSorted((one, other) => (one < other ? -1 : 1)),
    media: () => people.state().media.length,
    async startWorker(settings: Partial<WorkerSettings> = {}): Promise<WorkerProcess> {
      const defaultValue = { leaseSeconds: 2, aheadSeconds: 0, concurrency: 4 }
      const child = new WorkerProcess({ file, ...defaultValue, ...settings })
      started.push(child)
      await child.printed('ready')
      return child
    },
    /** Waits until `count` jobs have ended. */
    async done(count: number): Promise<void> {
      const end = performance.now() + PATIENCE_MS
      while ((await jobs.counts()).ENDED !== count) {
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
      await client.close()
      stores.close()
      await emulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
