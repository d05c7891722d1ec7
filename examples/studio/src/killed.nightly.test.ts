import { setTimeout as pause } from 'node:timers/promises'

import { installedPostgres, leaveOut, type PostgresServer, startPostgres } from '@social-internal/servers'
import { afterEach, expect, it } from 'vitest'

import { signInAnywhere } from './check/sign-in-anywhere.js'
import { SupervisedStudio } from './check/supervised-studio.js'
import { until } from './check/visitor.js'
import { MastodonServer } from './server/__fixtures__/mastodon-server.js'

const TIMEOUT_MS = 180_000
const hasServer = installedPostgres() !== null
if (!hasServer) leaveOut('killing the studio over PostgreSQL: it needs PostgreSQL to be installed')

let studio: SupervisedStudio
let server: PostgresServer | null = null

afterEach(async () => {
  await studio.remove()
  await server?.stop()
  server = null
})

const network = new MastodonServer(() => studio.emulatorUrl)

/**
 * Kills the studio while it publishes a thread. Returns the states of the post and the texts of
 * all posts at the network.
 */
async function killInTheMiddle(): Promise<{ states: readonly string[]; texts: readonly string[] }> {
  const { visitor } = studio
  const accountId = await signInAnywhere(visitor, 'mastodon')
  await network.steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', nth: 2, fault: 'hold' })
  const draft = { accountId, text: 'One', media: [], publishAt: null, options: {}, more: ['Two', 'Three'] }
  await visitor.ask('POST', '/api/posts', { ...draft, idempotencyKey: crypto.randomUUID() })
  await until('The second part on its way', async () => {
    const faults = await network.steer<{ held: number }[]>('GET', 'faults')
    return faults.find(({ held }) => held > 0)
  })

  await studio.kill()

  // Publishing resumes only after the claims of the killed process expire.
  for (let seconds = 0; seconds < 150; seconds += 1) {
    const { posts } = await visitor.studio()
    if (posts[0]?.status === 'DONE') break
    await pause(1000)
  }
  const { posts } = await visitor.studio()
  const { statuses } = await network.steer<{ statuses: { text: string }[] }>('GET', 'state')
  return { states: posts.map(({ status }) => status), texts: statuses.map(({ text }) => text).toSorted() }
}

it(
  'resumes a thread when the process was killed during a response, and publishes each part once',
  async () => {
    studio = await SupervisedStudio.start()
    expect(await killInTheMiddle()).toEqual({ states: ['DONE'], texts: ['One', 'Three', 'Two'] })
  },
  TIMEOUT_MS,
)

it.skipIf(!hasServer)(
  'resumes in the same way with PostgreSQL',
  async () => {
    server = await startPostgres()
    studio = await SupervisedStudio.start(server?.url())
    expect(await killInTheMiddle()).toEqual({ states: ['DONE'], texts: ['One', 'Three', 'Two'] })
  },
  TIMEOUT_MS,
)
