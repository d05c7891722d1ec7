import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { signInAtMastodon } from '../../check/mastodon-journey.js'
import { signInAnywhere } from '../../check/sign-in-anywhere.js'
import { ThrowawayStudio } from '../../check/throwaway-studio.js'
import { until, Visitor } from '../../check/visitor.js'
import type { CheckInfo } from '../../shared/compose.js'
import type { PostInfo } from '../../shared/posts.js'
import { MastodonServer } from '../__fixtures__/mastodon-server.js'

/** An empty folder instead of the built page, because these tests do not load the page. */
const noPage = mkdtempSync(join(tmpdir(), 'no-page-'))
const POSTING = { method: 'POST', path: '/api/v1/statuses' }

let studio: ThrowawayStudio
let visitor: Visitor
let accountId: string

const network = new MastodonServer(() => `http://${studio.emulatorHost}`)

const publish = (parts: { readonly options?: Readonly<Record<string, unknown>> } = {}): Promise<PostInfo> =>
  visitor.publish({ accountId, text: 'One', more: ['Two', 'Three'], ...parts })

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

describe('a thread of posts in the studio', () => {
  it('is one row with its published parts in order, and is deleted as a whole', async () => {
    const post = await publish()

    expect([post.status, post.problem, post.partsOut.length]).toEqual(['DONE', null, 3])
    expect(post.postId).toBe(post.partsOut[0]?.id)
    const { posts } = await visitor.ask<{ posts: readonly { text: string; depth: number }[] }>(
      'GET',
      `/api/posts/${post.id}/thread`,
    )
    expect(posts.map(({ text, depth }) => [text, depth])).toEqual([
      ['One', 0],
      ['Two', 1],
      ['Three', 2],
    ])

    await visitor.ask('DELETE', `/api/posts/${post.id}`)
    expect(await network.texts()).toEqual([])
  })

  it('reports the refused part and the published parts, and resumes there with a retry', async () => {
    await network.steer('POST', 'faults', {
      ...POSTING,
      nth: 2,
      fault: 'status',
      status: 422,
      body: { error: 'No.' },
    })
    const refused = await publish()
    expect([refused.status, refused.partsOut.length]).toEqual(['FAILED', 1])
    expect(refused.problem).toBe('Mastodon does not accept this post. Change it and try again.')
    await expect(visitor.ask('POST', `/api/posts/${refused.id}/draft`)).rejects.toThrow('are published')

    await visitor.ask('POST', `/api/posts/${refused.id}/retry`)

    const { partsOut } = await visitor.becomes(refused.id, 'DONE')
    expect(partsOut[0]).toEqual(refused.partsOut[0])
    expect(partsOut).toHaveLength(3)
    expect(await network.texts()).toEqual(['One', 'Three', 'Two'])
  })

  it('is published once when the studio is stopped during the response to a part', async () => {
    await network.steer('POST', 'faults', { ...POSTING, nth: 2, fault: 'hold' })
    const idempotencyKey = crypto.randomUUID()
    const draft = { accountId, text: 'One', media: [], publishAt: null, options: {}, more: ['Two', 'Three'] }
    await visitor.ask('POST', '/api/posts', { ...draft, idempotencyKey })
    await until('The second part', async () => {
      const faults = await network.steer<{ held: number }[]>('GET', 'faults')
      return faults.find(({ held }) => held > 0)
    })
    expect((await visitor.studio()).posts[0]?.partsOut).toHaveLength(1)

    await studio.restart()
    visitor = new Visitor(studio.url)

    expect((await visitor.becomes(idempotencyKey, 'DONE')).partsOut).toHaveLength(3)
    expect(await network.texts()).toEqual(['One', 'Three', 'Two'])
  })

  it('has the visibility of its first part in all parts', async () => {
    const post = await publish({ options: { visibility: 'private', spoilerText: 'A story' } })

    expect([post.status, post.problem]).toEqual(['DONE', null])
    const { statuses } = await network.steer<{ statuses: { visibility: string }[] }>('GET', 'state')
    expect(statuses.map(({ visibility }) => visibility)).toEqual(['private', 'private', 'private'])
  })

  it('is scheduled by the studio, also for networks that schedule single posts', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const post = await visitor.publish({ accountId, text: 'One', more: ['Two'], publishAt: inAnHour })

    expect(post.status).toBe('WAITING')
    expect(await network.texts()).toEqual([])
  })

  it('is measured part by part, with the error at the part before anything is sent', async () => {
    const other = await signInAnywhere(visitor, 'facebook')
    const draft = { text: 'One', media: [], publishAt: null, options: {} }
    const [long, never] = await visitor.ask<readonly CheckInfo[]>('POST', '/api/checks', [
      { ...draft, accountId, more: ['Two', 'a'.repeat(501)] },
      { ...draft, accountId: other, more: ['Two'] },
    ])

    expect(long?.more).toEqual([3, 501])
    expect(long?.issues).toEqual([{ field: 'more 1', text: expect.stringContaining('500') }])
    expect(never?.issues).toEqual([
      {
        field: 'more 0',
        text: 'Facebook cannot publish several posts as one thread. Remove the other parts or this account.',
      },
    ])
    expect(await network.texts()).toEqual([])
  })
})
