import { BlockedError, NotAllowedError, PostGoneError } from '@social/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from './__fixtures__/at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

let net: Network
let ada: Account
beforeAll(async () => {
  net = await atEmulator()
  ada = await net.signIn()
})
beforeEach(() => net.clear())
afterAll(() => net.close())

describe('an answer', () => {
  it('names root and parent from one look-up, at any depth', async () => {
    const root = net.network.post({ by: 'bea', text: 'root' })
    const middle = net.network.comment({ by: 'cleo', on: root.uri, text: 'middle' })

    const result = await ada.reply(middle.uri, 'deep')

    expect(net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.createRecord'])
    expect(await ada.readPost(result.id)).toMatchObject({
      parentId: middle.uri,
      rootId: root.uri,
      isReply: true,
    })
  })

  it('to an own post of just now is asked of the own server, which knows it already', async () => {
    const { id } = await ada.post({ text: 'one' })
    net.clear()

    await ada.post({ text: 'two', replyTo: id })

    expect(net.routes()).toEqual(['GET com.atproto.repo.getRecord', 'POST com.atproto.repo.createRecord'])
  })

  it('that nobody would see is refused before it is written', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'no answers please' })
    net.network.limitReplies({ on: uri })
    net.network.limitQuotes({ on: uri })

    await expect(ada.reply(uri, 'but')).rejects.toThrow(NotAllowedError)
    await expect(ada.post({ text: 'q', options: { quote: uri } })).rejects.toThrow(NotAllowedError)
    expect(net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  it('to somebody who blocks the account is a BlockedError, like a quote and a like of theirs', async () => {
    const { uri } = net.network.post({ by: 'cleo', text: 'not for ada' })
    net.network.block({ by: 'cleo', person: 'ada' })
    await expect(ada.reply(uri, 'x')).rejects.toThrow(BlockedError)
    await expect(ada.post({ text: 'x', options: { quote: uri } })).rejects.toThrow(BlockedError)
    await expect(ada.like(uri)).rejects.toThrow(BlockedError)
    net.network.unblock({ by: 'cleo', person: 'ada' })

    expect(net.routes()).not.toContain('POST com.atproto.repo.createRecord')
  })

  it('to what is gone, or to nothing, is refused', async () => {
    const { id } = await ada.post({ text: 'gone soon' })
    await ada.deletePost(id)

    await expect(ada.reply(id, 'x')).rejects.toThrow(PostGoneError)
    await expect(ada.reply('at://did:plc:nobody/app.bsky.feed.post/3k', 'x')).rejects.toThrow(PostGoneError)
    await expect(ada.reply('not an id', 'x')).rejects.toThrow(/no id of a bluesky post/)
  })
})

describe('reposts', () => {
  it('are there once, whoever reposts twice, and are shown on the post', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'pass me on' })
    const first = await ada.repost(uri)
    const second = await ada.repost(uri)

    expect(second.repostId).toBe(first.repostId)
    expect(net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.createRecord',
      'GET app.bsky.feed.getPosts',
    ])
    expect(await ada.readPost(uri)).toMatchObject({
      repostedByMe: true,
      myRepostId: first.repostId,
      repostCount: 1,
    })
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'are there once when the answer is lost by %s',
    async (fault) => {
      const { uri } = net.network.post({ by: 'bea', text: `lost repost ${fault}` })
      net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.createRecord' })
      const { repostId } = await ada.repost(uri)

      expect(await ada.readPost(uri)).toMatchObject({
        repostedByMe: true,
        myRepostId: repostId,
        repostCount: 1,
      })
    },
  )

  it('are taken back by their id, by the post, and again; that of somebody else is not', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'not for long' })
    const { repostId } = await ada.repost(uri)
    net.clear()
    await ada.undoRepost(uri, { repostId: repostId ?? '' })
    expect(net.routes()).toEqual(['POST com.atproto.repo.deleteRecord'])
    await ada.repost(uri)
    await ada.undoRepost(uri, { repostId: repostId ?? '' })
    await ada.undoRepost(uri)

    expect((await ada.readPost(uri)).repostedByMe).toBe(false)
    await expect(
      ada.undoRepost(uri, { repostId: 'at://did:plc:other/app.bsky.feed.repost/3k' }),
    ).rejects.toThrow(NotAllowedError)
  })
})

describe('likes', () => {
  it('are there once, whoever likes twice', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'like me' })
    const first = await ada.like(uri)
    const second = await ada.like(uri)

    expect(second.likeId).toBe(first.likeId)
    expect(net.routes()).toEqual([
      'GET app.bsky.feed.getPosts',
      'POST com.atproto.repo.createRecord',
      'GET app.bsky.feed.getPosts',
    ])
    expect(await ada.readPost(uri)).toMatchObject({ likedByMe: true, myLikeId: first.likeId, likeCount: 1 })
  })

  it('are taken back with one request by their id, with two without', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'unlike me' })
    const { likeId } = await ada.like(uri)
    net.clear()
    await ada.unlike(uri, { likeId: likeId ?? '' })
    expect(net.routes()).toEqual(['POST com.atproto.repo.deleteRecord'])

    await ada.like(uri)
    net.clear()
    await ada.unlike(uri)
    expect(net.routes()).toEqual(['GET app.bsky.feed.getPosts', 'POST com.atproto.repo.deleteRecord'])
    await ada.unlike(uri)
    expect((await ada.readPost(uri)).likedByMe).toBe(false)
  })

  it('are taken back although the server was out of order for a moment', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'unlike me, twice if need be' })
    const { likeId } = await ada.like(uri)
    net.emulator
      .faults('bluesky')
      .add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.repo.deleteRecord', afterEffect: true })
    await ada.unlike(uri, { likeId: likeId ?? '' })

    expect((await ada.readPost(uri)).likedByMe).toBe(false)
  })

  it('are found by the post when the id is stale; that of somebody else is refused', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'stale' })
    const { likeId } = await ada.like(uri)
    await ada.unlike(uri)
    await ada.like(uri)

    await ada.unlike(uri, { likeId: likeId ?? '' })

    expect((await ada.readPost(uri)).likedByMe).toBe(false)
    await expect(ada.unlike(uri, { likeId: 'at://did:plc:other/app.bsky.feed.like/3k' })).rejects.toThrow(
      NotAllowedError,
    )
  })

  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'are there once when the answer is lost by %s',
    async (fault) => {
      const { uri } = net.network.post({ by: 'bea', text: `lost like ${fault}` })
      net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.createRecord' })
      const { likeId } = await ada.like(uri)

      expect(await ada.readPost(uri)).toMatchObject({ likedByMe: true, myLikeId: likeId, likeCount: 1 })
    },
  )

  it('are listed page by page, with their moments', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'popular' })
    net.network.like({ by: 'bea', on: uri })
    net.network.like({ by: 'cleo', on: uri })
    const first = await ada.readLikes(uri, { limit: 1 })
    const rest = await ada.readLikes(uri, { after: first.next ?? '', limit: 500 })

    expect(first.items).toMatchObject([
      { person: { handle: 'cleo.example.test' }, likedAt: expect.any(Date) },
    ])
    expect(rest).toMatchObject({ items: [{ person: { handle: 'bea.bsky.test' } }], next: null })
  })
})
