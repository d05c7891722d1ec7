import { BlockedError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { atEmulator } from './__fixtures__/at-emulator.js'
import { sharedEmulator } from './__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('reading', () => {
  // Holds R-0212, R-0293.
  it('a post needs one request, also by the URL of its page', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'hello' })
    const post = await at.ada.readPost(uri)

    expect(at.net.routes()).toEqual(['GET app.bsky.feed.getPosts'])
    expect(post).toMatchObject({
      id: uri,
      author: { handle: 'bea.bsky.test', displayName: 'Bea' },
      likedByMe: false,
      isMine: false,
      isReply: false,
      rootId: uri,
      likeCount: 0,
    })
    expect((await at.ada.readPost(post.url ?? '')).id).toBe(uri)
  })

  // Holds R-0213, R-0294, R-0295, R-0507.
  it('a thread needs one request, with a default depth of six', async () => {
    const root = at.net.network.post({ by: 'bea', text: 'root' })
    let last = root.uri
    for (let level = 0; level < 8; level += 1)
      last = at.net.network.comment({ by: 'cleo', on: last, text: `level ${level}` }).uri

    const defaultValue = await at.ada.readThread(root.uri)
    expect(at.net.routes()).toEqual(['GET app.bsky.feed.getPostThread'])
    expect(at.net.emulator.requests('bluesky')[0]?.query).toMatchObject({ depth: '6' })
    expect(defaultValue.replies).toHaveLength(6)
    expect(defaultValue.complete).toBe(false)

    const whole = await at.ada.readThread(root.uri, { depth: 5000 })
    expect(at.net.emulator.requests('bluesky').at(-1)?.query).toMatchObject({ depth: '1000' })
    expect(whole.replies.map(({ text }) => text)).toEqual(
      Array.from({ length: 8 }, (_value, level) => `level ${level}`),
    )
    expect(whole.complete).toBe(true)
    expect((await at.ada.readThread(root.uri, { depth: 20, limit: 2 })).complete).toBe(false)
  })

  // Holds R-0040, R-0500.
  it('a thread contains placeholders for blocked replies, and a blocked or deleted post is an error', async () => {
    const root = at.net.network.post({ by: 'bea', text: 'root' })
    at.net.network.comment({ by: 'cleo', on: root.uri, text: 'hidden' })
    at.net.network.block({ by: 'cleo', person: 'ada' })
    const thread = await at.ada.readThread(root.uri)
    expect(thread.replies).toMatchObject([{ unavailable: 'BLOCKED', author: null, parentId: root.uri }])

    const own = at.net.network.post({ by: 'cleo', text: 'not for ada' })
    await expect(at.ada.readThread(own.uri)).rejects.toThrow(BlockedError)
    await expect(at.ada.readPost(own.uri)).rejects.toThrow(BlockedError)
    at.net.network.unblock({ by: 'cleo', person: 'ada' })
    at.net.network.deleteRecord({ uri: own.uri })
    await expect(at.ada.readThread(own.uri)).rejects.toThrow(PostGoneError)
  })

  it('a new own post is requested twice when the servers for reads are delayed', async () => {
    const slow = await atEmulator({ appViewLagSeconds: 1 })
    const bea = await slow.signIn('bea.bsky.test')
    const { id } = await bea.post({ text: 'fresh' })

    expect((await bea.readPost(id)).text).toBe('fresh')
    await slow.close()
  })
})
