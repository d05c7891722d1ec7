import {
  Dispatcher,
  InMemoryPublishJournal,
  InMemoryStorage,
  type PublishJournal,
  SocialClient,
} from '@social/core'
import { type ControlOf, startEmulator } from '@social/emulator'
import { mastodonNetwork, type MastodonOperations } from '@social/emulator/mastodon'
import { mastodon } from '@social/mastodon'
import { aConnection, FakeClock, FakePlatform } from '@social/testkit/application'

import { connectionFrom, walkThroughSignIn } from '@social-internal/shared-tests/walk-through-sign-in'
import type { JobEvents } from '../events.js'
import { InMemoryJobQueue } from '../memory/memory-queue.js'
import type { SocialJobsOptions } from '../options.js'
import { SocialJobs } from '../social-jobs.js'

const REDIRECT_URI = 'https://app.example/callback/mastodon'

const STEP_SECONDS = 5

const EVENTS = [
  'published',
  'partPublished',
  'progress',
  'completed',
  'putBack',
  'held',
  'failed',
  'renewed',
  'worker',
] as const

/** Controls of the emulated Mastodon server, for actions of its users. */
interface People extends ControlOf<MastodonOperations> {}

/** Settings that a test passes to `atWork`. */
interface Settings extends Partial<Omit<SocialJobsOptions, 'client' | 'queue'>> {
  readonly fake?: FakePlatform
}

/**
 * Creates an application with an emulated Mastodon server, a fake network, an in-memory queue and
 * a fake clock.
 */
export async function atWork({ fake = new FakePlatform(), ...options }: Settings = {}) {
  const clock = new FakeClock({ now: '2026-11-22T12:00:00Z', autoAdvance: { upToSeconds: 4 } })
  const emulator = await startEmulator({ networks: [mastodonNetwork()], clock })
  const host = emulator.host('mastodon')
  const storage = new InMemoryStorage()
  const journal = ownJournal(new InMemoryPublishJournal({ clock }))
  const client = new SocialClient({
    storage,
    journal,
    platforms: { mastodon: mastodon(), fake },
    clock,
    allowLoopback: true,
    retries: { maxWaitSeconds: 2 },
  })
  const queue = new InMemoryJobQueue({ clock })
  const dispatcher = new Dispatcher({ seen: client.seenUpdates, clock })
  const jobs = new SocialJobs({ client, queue, dispatcher, ...options })
  const events: { readonly name: keyof JobEvents; readonly event: JobEvents[keyof JobEvents] }[] = []
  for (const name of EVENTS)
    jobs.on(name, (event) => events.push({ name, event }))
  const people: People = emulator.control.mastodon
  await client.createApp('mastodon', { name: 'Tests', redirectUri: REDIRECT_URI, host })

  /** Signs a user in to the emulated server, and returns the connection id. */
  async function signIn(person = 'ada'): Promise<string> {
    const login = { redirectUri: REDIRECT_URI, host }
    const approve = (url: string) => people.approve({ url, person })
    return connectionFrom(await walkThroughSignIn(client, 'mastodon', { ...login, approve })).id
  }

  const id = await signIn()
  await storage.saveConnection(aConnection())
  emulator.clearRequests()
  return {
    clock,
    client,
    dispatcher,
    emulator,
    events,
    id,
    journal,
    /** Connection id of the account on the fake network. */
    fakeId: aConnection().id,
    fake,
    jobs,
    people,
    queue,
    signIn,
    storage,
    faults: emulator.faults('mastodon'),
    /** Returns the texts of the posts on the emulated server, in order. */
    texts: () => people.state().statuses.map(({ text }) => text),
    names: () => events.map(({ name }) => name),
    /** Runs a worker until every job that is due within the given seconds has run. */
    async workFor(seconds = 0, whose = jobs) {
      const worker = await whose.work({ concurrency: 4 })
      // Advances the clock in small steps, because the clock must not advance while a request is in
      // progress.
      for (let passed = 0; ; passed += STEP_SECONDS) {
        await clock.advance(Math.min(STEP_SECONDS, Math.max(0, seconds - passed)))
        do await clock.advance(0)
        while ((await queue.count()).RUNNING > 0)
        if (passed >= seconds) break
      }
      await worker.stop({ withinSeconds: 60 })
    },
    async [Symbol.asyncDispose]() {
      await queue.close()
      await client.close()
      await emulator.close()
    },
  }
}

/** Creates a copy of a journal, whose methods a test can replace. */
const ownJournal = (journal: PublishJournal): PublishJournal => ({
  open: (...call) => journal.open(...call),
  save: (...call) => journal.save(...call),
  claimPost: (...call) => journal.claimPost(...call),
  finish: (...call) => journal.finish(...call),
  release: (...call) => journal.release(...call),
  forgetBefore: (...call) => journal.forgetBefore(...call),
})
