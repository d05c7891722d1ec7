import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { signInAtMastodon } from '../../check/mastodon-journey.js'
import { PICTURE } from '../../check/samples.js'
import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { until, Visitor } from '../../check/visitor.js'
import type { Composition } from '../../shared/compose.js'
import type { Draft, PostInfo } from '../../shared/posts.js'
import { MastodonServer } from '../__fixtures__/mastodon-server.js'

/** An empty folder instead of the built page, because these tests do not load the page. */
const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))

let studio: ThrowawayStudio
let visitor: Visitor
let accountId: string

const network = new MastodonServer(() => `http://${studio.emulatorHost}`)

function aDraft(parts: Partial<Draft>): Draft {
  const idempotencyKey = crypto.randomUUID()
  return { accountId, text: '', media: [], publishAt: null, options: {}, idempotencyKey, ...parts }
}

async function completed(id: string): Promise<PostInfo> {
  return until('The end of sending', async () => {
    const { posts } = await new Visitor(studio.url).studio()
    return posts.find((post) => post.id === id && post.status !== 'SENDING')
  })
}

beforeEach(async () => {
  studio = await ThrowawayStudio.start(noPage)
  visitor = new Visitor(studio.url)
  accountId = await signInAtMastodon(visitor, studio.emulatorHost)
})

afterEach(async () => {
  await studio.remove()
})

afterAll(() => {
  rmSync(noPage, { recursive: true, force: true })
})

describe('publishing in the studio', () => {
  it('publishes once when the response to a post is lost', async () => {
    await network.steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

    const post = await visitor.publish({ accountId, text: 'Once' })

    expect(post.status).toBe('DONE')
    expect(await network.texts()).toEqual(['Once'])
  })

  it('resumes after a stop during an upload, and publishes once', async () => {
    const { id: uploadId } = await visitor.upload('square.png', PICTURE)
    const media = [{ uploadId, altText: 'A square' }]
    const draft = aDraft({ text: 'Interrupted', media })
    await network.steer('POST', 'faults', { method: 'POST', path: '/api/v2/media', fault: 'hold' })
    await visitor.ask('POST', '/api/posts', draft)
    await until('The upload', async () => {
      const faults = await network.steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held > 0)
    })

    await studio.restart()

    expect((await completed(draft.idempotencyKey)).status).toBe('DONE')
    expect(await network.texts()).toEqual(['Interrupted'])
  })

  it('reports the error, and publishes with a retry', async () => {
    const fault = {
      method: 'POST',
      path: '/api/v1/statuses',
      fault: 'status',
      status: 422,
      body: { error: 'No.' },
    }
    await network.steer('POST', 'faults', fault)
    const refused = await visitor.publish({ accountId, text: 'Twice tried' })
    const problem = 'Mastodon does not accept this post. Change it and try again.'
    expect([refused.status, refused.problem, refused.next?.todo]).toEqual(['FAILED', problem, 'CHANGE_POST'])

    await visitor.ask('POST', `/api/posts/${refused.id}/retry`)

    expect((await completed(refused.id)).status).toBe('DONE')
    expect(await network.texts()).toEqual(['Twice tried'])
  })

  it('stops a post in progress, and publishes it once with a retry', async () => {
    const { id: uploadId } = await visitor.upload('square.png', PICTURE)
    const draft = aDraft({ text: 'Stopped', media: [{ uploadId, altText: '' }] })
    await network.steer('POST', 'faults', { method: 'POST', path: '/api/v2/media', fault: 'hold' })
    await visitor.ask('POST', '/api/posts', draft)
    await until('The upload', async () => {
      const faults = await network.steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held > 0)
    })

    await visitor.ask('POST', `/api/posts/${draft.idempotencyKey}/stop`)
    expect((await completed(draft.idempotencyKey)).status).toBe('STOPPED')
    expect(await network.texts()).toEqual([])
    await visitor.ask('POST', `/api/posts/${draft.idempotencyKey}/retry`)

    expect((await completed(draft.idempotencyKey)).status).toBe('DONE')
    expect(await network.texts()).toEqual(['Stopped'])
  })

  it('reports a post as published if the stop was too late', async () => {
    const draft = aDraft({ text: 'Too late' })
    await network.steer('POST', 'faults', { method: 'POST', path: '/api/v1/statuses', fault: 'hold' })
    await visitor.ask('POST', '/api/posts', draft)
    await until('The post in progress', async () => {
      const faults = await network.steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held > 0)
    })

    await visitor.ask('POST', `/api/posts/${draft.idempotencyKey}/stop`)

    expect((await completed(draft.idempotencyKey)).status).toBe('DONE')
    expect(await network.texts()).toEqual(['Too late'])
  })

  it('publishes a draft once, even if the button is pressed several times', async () => {
    const composition: Composition = {
      id: crypto.randomUUID(),
      text: 'Pressed twice',
      files: [],
      accountIds: [accountId],
      variations: {},
      options: {},
      publishAt: null,
    }
    const press = () =>
      visitor.ask<readonly PostInfo[]>('POST', `/api/drafts/${composition.id}/publish`, composition)

    const [[first], [second]] = await Promise.all([press(), press()])

    expect(first?.id).toBe(second?.id)
    expect((await completed(first?.id ?? '')).status).toBe('DONE')
    expect(await network.texts()).toEqual(['Pressed twice'])
    await visitor.ask('PUT', `/api/drafts/${composition.id}`, composition)
    expect((await visitor.studio()).drafts).toEqual([])
  })

  it('checks a draft without sending or spending anything', async () => {
    const other = await signInAnywhere(visitor, 'x')
    const spent = async () => (await visitor.studio()).spending.map((one) => one.spent)
    const before = await spent()
    const draft = { text: 'Checked', media: [], publishAt: null, options: {} }
    for (let times = 0; times < 5; times += 1)
      await visitor.ask('POST', '/api/checks', [
        { ...draft, accountId },
        { ...draft, accountId: other },
      ])

    expect(await spent()).toEqual(before)
    expect(await network.texts()).toEqual([])
  })

  it('refuses requests from another site', async () => {
    const reply = await fetch(`${studio.url}/api/posts`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(aDraft({ text: 'Not mine' })),
    })

    expect(reply.status).toBe(403)
    expect(await network.texts()).toEqual([])
  })
})
