import { setTimeout as pause } from 'node:timers/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { signInAnywhere } from './check/sign-in-anywhere.js'
import { SupervisedStudio } from './check/supervised-studio.js'
import { until } from './check/visitor.js'

const TIMEOUT_MS = 180_000

let studio: SupervisedStudio

beforeEach(async () => {
  studio = await SupervisedStudio.start()
})

afterEach(async () => {
  await studio.remove()
})

async function steer<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(`${studio.emulatorUrl}/__emulator/mastodon/${path}`, {
    method,
    headers: { connection: 'close' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await reply.json()) as T // the emulator's own JSON
}

it(
  'goes on with a post whose answer was under way when the process was killed, and it comes out once',
  async () => {
    const { visitor } = studio
    const accountId = await signInAnywhere(visitor, 'mastodon')
    await steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', fault: 'hold' })
    const draft = { accountId, text: 'Killed', media: [], publishAt: null, options: {} }
    await visitor.ask('POST', '/api/posts', { ...draft, idempotencyKey: crypto.randomUUID() })
    await until('The post on its way', async () => {
      const faults = await steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held > 0)
    })

    await studio.kill()

    // The process that died is believed to be at it until its claim ends.
    for (let seconds = 0; seconds < 150; seconds += 1) {
      const { posts } = await visitor.studio()
      if (posts[0]?.status === 'DONE') break
      await pause(1000)
    }
    expect((await visitor.studio()).posts.map(({ status }) => status)).toEqual(['DONE'])
    const { statuses } = await steer<{ statuses: { text: string }[] }>('GET', 'state')
    expect(statuses.map(({ text }) => text)).toEqual(['Killed'])
  },
  TIMEOUT_MS,
)
