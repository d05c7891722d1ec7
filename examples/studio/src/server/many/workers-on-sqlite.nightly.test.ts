import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { StudioOfMany } from '../../check/many-machines.js'
import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { until } from '../../check/visitor.js'
import { MastodonServer } from '../__fixtures__/mastodon-server.js'

const LEASE_SECONDS = 1
/** An empty folder instead of the built page, because these tests do not load the page. */
const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))

afterAll(() => rmSync(noPage, { recursive: true, force: true }))

it('publishes over a queue in a file, and replaces a killed worker that held a post', async () => {
  const many = await StudioOfMany.start(null, noPage, LEASE_SECONDS)
  try {
    const accountId = await signInAnywhere(many.visitor, 'mastodon')
    const network = new MastodonServer(() => `http://${many.studio.emulatorHost}`)
    const before = await network.texts()
    // The post is published, but its response is held back until its worker is killed.
    await network.steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', fault: 'hold' })
    const idempotencyKey = crypto.randomUUID()
    const draft = { accountId, text: 'A', media: [], publishAt: null, options: {}, idempotencyKey }
    await many.visitor.ask('POST', '/api/posts', draft)
    await until('A post that is held', async () => {
      const faults = await network.steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held === 1)
    })
    const { place } = await many.busy()
    await many.visitor.ask('POST', `/api/workers/${place}/kill`)
    await many.endClaims()
    await network.steer('DELETE', 'faults')

    const { status, problem } = await many.visitor.becomes(idempotencyKey, 'DONE')
    expect([status, problem]).toEqual(['DONE', null])
    expect(await network.texts()).toEqual([...before, 'A'].toSorted())
  } finally {
    await many.remove()
  }
})
