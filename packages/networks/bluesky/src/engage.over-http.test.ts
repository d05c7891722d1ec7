import { BlockedError, NotAllowedError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from './__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('a reply', () => {
  // Holds R-0046, R-0069, R-0216, R-0217, R-0296.
  it('reads root and parent with one request, at any depth', async () => {
    const root = at.net.network.post({ by: 'bea', text: 'root' })
    const middle = at.net.network.comment({ by: 'cleo', on: root.uri, text: 'middle' })

    const result = await at.ada.reply(middle.uri, 'deep')

    expect(at.net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.createRecord'])
    expect(await at.ada.readPost(result.id)).toMatchObject({
      parentId: middle.uri,
      rootId: root.uri,
      isReply: true,
    })
  })

  it('to a new own post reads it from the own server, which already has it', async () => {
    const { id } = await at.ada.post({ text: 'one' })
    at.net.clear()

    await at.ada.post({ text: 'two', replyTo: id })

    expect(at.net.routes()).toEqual(['GET com.atproto.repo.getRecord', 'POST com.atproto.repo.createRecord'])
  })

  it('that would not be displayed is refused before it is written', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'no answers please' })
    at.net.network.limitReplies({ on: uri })
    at.net.network.limitQuotes({ on: uri })

    await expect(at.ada.reply(uri, 'but')).rejects.toThrow(NotAllowedError)
    await expect(at.ada.post({ text: 'q', options: { quote: uri } })).rejects.toThrow(NotAllowedError)
    expect(at.net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  // Holds R-0497.
  it('to a person who blocks the account fails with BlockedError, like a quote and a like of their post', async () => {
    const { uri } = at.net.network.post({ by: 'cleo', text: 'not for ada' })
    at.net.network.block({ by: 'cleo', person: 'ada' })
    await expect(at.ada.reply(uri, 'x')).rejects.toThrow(BlockedError)
    await expect(at.ada.post({ text: 'x', options: { quote: uri } })).rejects.toThrow(BlockedError)
    await expect(at.ada.like(uri)).rejects.toThrow(BlockedError)
    at.net.network.unblock({ by: 'cleo', person: 'ada' })

    expect(at.net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  // Holds R-0497.
  it('to a person whom the account blocks also fails with BlockedError', async () => {
    const { uri } = at.net.network.post({ by: 'cleo', text: 'blocked by ada' })
    at.net.network.block({ by: 'ada', person: 'cleo' })
    await expect(at.ada.reply(uri, 'x')).rejects.toThrow(BlockedError)
    await expect(at.ada.like(uri)).rejects.toThrow(BlockedError)
    at.net.network.unblock({ by: 'ada', person: 'cleo' })

    expect(at.net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  // Holds R-0500.
  it('to a deleted post or an invalid id is refused', async () => {
    const { id } = await at.ada.post({ text: 'gone soon' })
    await at.ada.deletePost(id)

    await expect(at.ada.reply(id, 'x')).rejects.toThrow(PostGoneError)
    await expect(at.ada.reply('at://did:plc:nobody/app.bsky.feed.post/3k', 'x')).rejects.toThrow(
      PostGoneError,
    )
    await expect(at.ada.reply('not an id', 'x')).rejects.toMatchObject({
      platform: 'bluesky',
      message: expect.stringContaining('is not a valid bluesky post id'),
    })
  })
})

describe('reposts', () => {
  it('are created once when repeated, and appear in the post', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'pass me on' })
    const first = await at.ada.repost(uri)
    const second = await at.ada.repost(uri)

    expect(second.repostId).toBe(first.repostId)
    expect(at.net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.createRecord',
      'GET app.bsky.feed.getPosts',
    ])
    expect(await at.ada.readPost(uri)).toMatchObject({
      repostedByMe: true,
      myRepostId: first.repostId,
      repostCount: 1,
    })
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'are created once when the response is lost by %s',
    async (fault) => {
      const { uri } = at.net.network.post({ by: 'bea', text: `lost repost ${fault}` })
      at.net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.createRecord' })
      const { repostId } = await at.ada.repost(uri)

      expect(await at.ada.readPost(uri)).toMatchObject({
        repostedByMe: true,
        myRepostId: repostId,
        repostCount: 1,
      })
    },
  )

  it('are undone by their id, by the post, and repeatedly, but not those of another account', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'not for long' })
    const { repostId } = await at.ada.repost(uri)
    at.net.clear()
    await at.ada.undoRepost(uri, { repostId: repostId ?? '' })
    expect(at.net.routes()).toEqual(['POST com.atproto.repo.deleteRecord'])
    await at.ada.repost(uri)
    await at.ada.undoRepost(uri, { repostId: repostId ?? '' })
    await at.ada.undoRepost(uri)

    expect((await at.ada.readPost(uri)).repostedByMe).toBe(false)
    await expect(
      at.ada.undoRepost(uri, { repostId: 'at://did:plc:other/app.bsky.feed.repost/3k' }),
    ).rejects.toThrow(NotAllowedError)
  })
})

describe('likes', () => {
  // Holds R-0218, R-0297.
  it('are created once when repeated', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'like me' })
    const first = await at.ada.like(uri)
    const second = await at.ada.like(uri)

    expect(second.likeId).toBe(first.likeId)
    expect(at.net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.createRecord',
      'GET app.bsky.feed.getPosts',
    ])
    expect(await at.ada.readPost(uri)).toMatchObject({
      likedByMe: true,
      myLikeId: first.likeId,
      likeCount: 1,
    })
  })

  // Holds R-0042, R-0219, R-0298, R-0299.
  it('are removed with one request by their id, and with two without', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'unlike me' })
    const { likeId } = await at.ada.like(uri)
    at.net.clear()
    await at.ada.unlike(uri, { likeId: likeId ?? '' })
    expect(at.net.routes()).toEqual(['POST com.atproto.repo.deleteRecord'])

    await at.ada.like(uri)
    at.net.clear()
    await at.ada.unlike(uri)
    expect(at.net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.deleteRecord'])
    await at.ada.unlike(uri)
    expect((await at.ada.readPost(uri)).likedByMe).toBe(false)
  })

  it('are removed after a temporary failure of the server', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'unlike me, twice if need be' })
    const { likeId } = await at.ada.like(uri)
    at.net.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.repo.deleteRecord', afterEffect: true })
    await at.ada.unlike(uri, { likeId: likeId ?? '' })

    expect((await at.ada.readPost(uri)).likedByMe).toBe(false)
  })

  it('are found by the post when the id is stale, and those of another account are refused', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'stale' })
    const { likeId } = await at.ada.like(uri)
    await at.ada.unlike(uri)
    await at.ada.like(uri)

    await at.ada.unlike(uri, { likeId: likeId ?? '' })

    expect((await at.ada.readPost(uri)).likedByMe).toBe(false)
    await expect(at.ada.unlike(uri, { likeId: 'at://did:plc:other/app.bsky.feed.like/3k' })).rejects.toThrow(
      NotAllowedError,
    )
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'are created once when the response is lost by %s',
    async (fault) => {
      const { uri } = at.net.network.post({ by: 'bea', text: `lost like ${fault}` })
      at.net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.createRecord' })
      const { likeId } = await at.ada.like(uri)

      expect(await at.ada.readPost(uri)).toMatchObject({ likedByMe: true, myLikeId: likeId, likeCount: 1 })
    },
  )

  // Holds R-0041.
  it('are listed page by page, with their times', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'popular' })
    at.net.network.like({ by: 'bea', on: uri })
    at.net.network.like({ by: 'cleo', on: uri })
    const first = await at.ada.readLikes(uri, { limit: 1 })
    const rest = await at.ada.readLikes(uri, { after: first.next ?? '', limit: 500 })

    expect(first.items).toMatchObject([
      { person: { handle: 'cleo.example.test' }, likedAt: expect.any(Date) },
    ])
    expect(rest).toMatchObject({ items: [{ person: { handle: 'bea.bsky.test' } }], next: null })
  })
})
