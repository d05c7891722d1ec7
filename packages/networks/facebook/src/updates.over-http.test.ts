import { ConfigError, Media, MissingPermissionError, NotFoundError } from '@social/core'
import { sampleMp4 } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { facebook } from './platform.js'

type At = Awaited<ReturnType<typeof usingEmulator>>

const messages = (updates: readonly { readonly raw: Readonly<Record<string, unknown>> }[]) =>
  updates.map(({ raw }) => raw['message'])

/** Creates this number of posts, seconds apart, with one comment each. */
async function posts(at: At, count: number) {
  const page = await at.signIn()
  for (let number = 1; number <= count; number += 1) {
    const { id } = await page.post({ text: `Post ${number}` })
    at.people.comment({ by: 'Bo', on: id, text: `Comment ${number}` })
    await at.clock.advance(1)
  }
  at.forget()
  return page
}

describe('a poll', () => {
  // Holds R-0313.
  it('returns the comments on the latest posts as comments, oldest first', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 3)
    const updates = await page.fetchUpdates(null)
    expect(messages(updates)).toEqual(['Comment 1', 'Comment 2', 'Comment 3'])
    expect(
      updates.every(({ kind, connectionId }) => kind === 'COMMENT_CREATED' && connectionId === page.id),
    ).toBe(true)
    expect(at.counts()).toEqual({ 'GET /:version/:id/published_posts': 1, 'GET /:version/:id/comments': 3 })
  })

  // Holds R-0314.
  it('reads 25 posts by default: one request for each', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 27)
    expect(await page.fetchUpdates(null)).toHaveLength(25)
    expect(at.counts()['GET /:version/:id/comments']).toBe(25)
    const other = at.makeClient({ platform: { recentPosts: 1 } })
    expect(messages(await other.accountOf('facebook', page.id).fetchUpdates(null))).toEqual(['Comment 27'])
    await other.close()
  })

  // Holds R-0315.
  it('takes 1 to 100 posts', () => {
    for (const recentPosts of [0, 101, 1.5]) expect(() => facebook({ recentPosts })).toThrow(ConfigError)
    for (const recentPosts of [1, 100]) expect(() => facebook({ recentPosts })).not.toThrow()
  })

  it('returns comments newer than a time, replies included', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bread' })
    const { id: old } = at.people.comment({ by: 'Bo', on: id, text: 'Old' })
    const since = at.clock.now()
    await at.clock.advance(1)
    at.people.comment({ by: 'Cleo', on: old, text: 'An answer' })
    expect(messages(await page.fetchUpdates(since))).toEqual(['An answer'])
    expect(await page.fetchUpdates(at.clock.now())).toEqual([])
  })

  it('reads more pages only if one page of comments does not contain all new ones', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ text: 'Bread' })
    for (let number = 0; number < 150; number += 1) {
      at.people.comment({ by: 'Bo', on: id, text: `Old ${number}` })
    }
    const since = at.clock.now()
    await at.clock.advance(1)
    for (let number = 0; number < 150; number += 1)
      at.people.comment({ by: 'Bo', on: id, text: `New ${number}` })
    at.forget()
    const updates = await page.fetchUpdates(since)
    expect(updates).toHaveLength(150)
    expect(new Set(updates.map((update) => update.id)).size).toBe(150)
    expect(at.counts()['GET /:version/:id/comments']).toBe(2)
    expect(await page.fetchUpdates(null)).toHaveLength(100)
  })

  it('returns comments on a video as they are pushed: with the video as parent', async () => {
    await using at = await usingEmulator()
    const page = await at.signIn()
    const { id } = await page.post({ media: [Media.fromBytes(sampleMp4(4096), { filename: 'a.mp4' })] })
    at.people.comment({ by: 'Bo', on: id, text: 'Nice' })
    expect(await page.fetchUpdates(null)).toMatchObject([
      { aboutPostId: id, raw: { post_id: id, parent_id: id } },
    ])
  })

  it('continues when a post was deleted between two requests', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 3)
    const held = at.faults.add({ fault: 'hold', method: 'GET', path: '/:version/:id/published_posts' })
    const polling = page.fetchUpdates(null)
    await held.whenHeld(1)
    const [, second] = at.people.state().posts
    at.people.remove({ id: second?.id ?? '' })
    held.release()
    expect(messages(await polling)).toEqual(['Comment 1', 'Comment 3'])
  })

  it.each([
    [
      'said to be gone, and still listed',
      { error: { message: 'Unsupported get request.', code: 100, error_subcode: 33 } },
    ],
    ['not found, says a proxy', '<html>'],
  ])('fails if a post is %s: no comment may be skipped', async (_what, body) => {
    await using at = await usingEmulator()
    const page = await posts(at, 3)
    at.faults.add({ fault: 'status', status: 404, body, path: '/:version/:id/comments', nth: 2 })
    await expect(page.fetchUpdates(null)).rejects.toThrow(NotFoundError)
  })

  it('omits unreadable comments', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 3)
    const odd = { data: [{ id: '1_2' }, { id: '1_3', created_time: 'yesterday' }, null] }
    at.faults.add({ fault: 'status', status: 200, body: odd, path: '/:version/:id/comments', count: 'all' })
    expect(await page.fetchUpdates(null)).toEqual([])
  })

  it('has no author if Facebook hides them', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 1)
    const hidden = { data: [{ id: '1_2', message: 'x', created_time: '2026-11-21T12:00:00+0000' }] }
    at.faults.add({ fault: 'status', status: 200, body: hidden, path: '/:version/:id/comments' })
    const [update] = await page.fetchUpdates(null)
    expect(update).toMatchObject({ actor: null, id: 'facebook:feed:comment:add:1_2' })
  })

  // Holds R-0316.
  it('reports the missing permission of older connections, and asks to sign in again', async () => {
    await using at = await usingEmulator()
    const page = await posts(at, 1)
    at.people.removePermission({ person: 'Ada', permission: 'pages_read_user_content' })
    const polling = page.fetchUpdates(null)
    await expect(polling).rejects.toThrow(MissingPermissionError)
    await expect(polling).rejects.toMatchObject({ needs: 'pages_read_user_content' })
    await expect(polling).rejects.toThrow(/Sign the account in again/)
  })
})
