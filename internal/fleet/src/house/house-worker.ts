// Program of a worker. It publishes posts, handles updates and renews tokens until it is killed.
// Several workers share one database server.
import { setTimeout as sleep } from 'node:timers/promises'

import { endWithParent } from '@social-internal/servers/end-with-parent'
import { Dispatcher, SocialClient, whatNext } from '@social/core'
import { SocialJobs } from '@social/jobs'
import { mastodon } from '@social/mastodon'
import { youtube } from '@social/youtube'

import { openPlace } from './open-place.js'

/** Settings that a worker gets as an argument. */
export interface HouseWorkerSettings {
  readonly url: string
  /** Id of the connection that publishes. `renewed` is the id of the one whose token is renewed. */
  readonly publisher: string
  readonly renewed: string
  readonly youtube: NonNullable<NonNullable<Parameters<typeof youtube>[0]>['addresses']>
}

/** Message from a worker to the test. */
export interface WorkerMessage {
  readonly isWorking?: boolean
  readonly handled?: string
  readonly tokens?: readonly string[]
  /** Error after which the worker retries. */
  readonly trouble?: string
  /** Error after which the worker does not retry. */
  readonly failed?: string
}

/** Number of concurrent calls that find the same expired token. */
const STORM = 50

endWithParent()
const say = (messages: WorkerMessage): void => void process.send?.(messages)
const settings = JSON.parse(process.argv[2] ?? '{}') as HouseWorkerSettings // safe cast: house.ts starts this script with these settings
const { queue, stores } = await openPlace(settings.url)
const client = new SocialClient({
  ...stores,
  platforms: { mastodon: mastodon(), youtube: youtube({ addresses: settings.youtube }) },
  allowLoopback: true,
  retries: { maxWaitSeconds: 1 },
})
const dispatcher = new Dispatcher({ seen: stores.seenUpdates })
// The reply has an idempotency key, so that an update that is handled twice gets only one visible
// reply.
dispatcher.onAny(async ({ id }) => {
  say({ handled: id })
  await client
    .account(settings.publisher)
    .post({ text: `reply to ${id}` }, { idempotencyKey: `answer-${id}` })
})
const jobs = new SocialJobs({ client, queue, dispatcher })
jobs.on('worker', (report) => {
  if (report.type === 'TROUBLE') say({ trouble: String(report.error) })
})

/**
 * Returns the access token. Retries while the server is unavailable, like a queue. Throws
 * permanent errors immediately.
 */
async function accessToken(): Promise<string> {
  for (;;)
    try {
      return (await client.account(settings.renewed).connection()).token.accessToken
    } catch (error) {
      say({ trouble: String(error) })
      if (whatNext(error).todo !== 'RETRY') throw error
      await sleep(100)
    }
}

process.on('message', () => {
  const calls = Array.from({ length: STORM }, () => accessToken())
  Promise.all(calls).then(
    (tokens) => say({ tokens: [...new Set(tokens)] }),
    (error: unknown) => say({ failed: String(error) }),
  )
})
await jobs.work({ concurrency: 4 })
say({ isWorking: true })
