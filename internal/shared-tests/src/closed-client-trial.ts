import { InMemoryPublishJournal, InMemoryStorage, SocialClient } from '@social/core'
import { aConnection, FakePlatform } from '@social/testkit/application'

/** The part of `SocialJobs` that the trial uses. This package does not depend on `@social/jobs`. */
interface Jobs {
  publish(request: {
    readonly idempotencyKey: string
    readonly connectionId: string
    readonly post: { readonly text: string }
  }): Promise<{ readonly id: string }>
  find(
    id: string,
  ): Promise<{ readonly state: string; readonly problem: { readonly code: string | null } | null } | null>
  work(): Promise<unknown>
  on(name: 'putBack' | 'published', listener: () => void): unknown
}

const PATIENCE_MS = 20_000

/**
 * Publishes a post with a worker whose client is closed, and then with a worker whose client is open.
 *
 * @param jobsOf - Creates the jobs of one client over the queue under test.
 * @returns The job after the first worker, the job after the second worker, and the number of published posts.
 */
export async function closedClientTrial(jobsOf: (client: SocialClient) => Jobs) {
  const fake = new FakePlatform()
  const storage = new InMemoryStorage({ connections: [aConnection()] })
  const journal = new InMemoryPublishJournal()
  const makeClient = () => new SocialClient({ storage, journal, platforms: { fake } })
  const [closed, open] = [makeClient(), makeClient()]
  const [first, second] = [jobsOf(closed), jobsOf(open)]
  const { id } = await first.publish({
    idempotencyKey: 'once',
    connectionId: aConnection().id,
    post: { text: 'Hello' },
  })
  const until = async (isTrue: (job: Awaited<ReturnType<Jobs['find']>>) => boolean) => {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      const job = await second.find(id)
      if (isTrue(job) || performance.now() > end) return job
      await new Promise((resolve) => {
        setTimeout(resolve, 5)
      })
    }
  }
  await closed.close()
  await first.work()
  const returned = await until((job) => job?.state !== 'RUNNING' && (job?.problem ?? null) !== null)
  await second.work()
  const ended = await until((job) => job?.state === 'DONE')
  await open.close()
  return { returned, ended, published: fake.published.length }
}
