import { describe, expect, it } from 'vitest'

import { toPostDetails, toPostResult } from './post.js'

const DID = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz'
const URI = `at://${DID}/app.bsky.feed.post/3kabcdefghi2b`
const LIKE = `at://${DID}/app.bsky.feed.like/3k`

const view = { uri: URI, cid: 'bafy', author: { did: DID, handle: 'ada.test' } }
const details = (changes: object, reader = DID) => toPostDetails({ ...view, ...changes }, reader)

const card = (more: object) =>
  details({
    embed: {
      $type: 'app.bsky.embed.external#view',
      external: { uri: 'https://a.example/', title: 'Bread', description: '', ...more },
    },
  }).attachments

describe('a post of Bluesky', () => {
  it('contains all fields of the response', () => {
    const parent = { uri: `${URI}1`, cid: 'b' }
    const root = { uri: `${URI}0`, cid: 'c' }
    const record = { text: 'Hello', createdAt: '2026-11-22T10:00:00.000Z', reply: { root, parent } }
    const counts = { replyCount: 1, likeCount: 2, repostCount: 3, quoteCount: 4 }

    expect(details({ record, ...counts, viewer: { like: LIKE, repost: `${LIKE}r` } })).toMatchObject({
      id: URI,
      cid: 'bafy',
      url: 'https://bsky.app/profile/ada.test/post/3kabcdefghi2b',
      author: { id: DID, handle: 'ada.test' },
      text: 'Hello',
      createdAt: new Date('2026-11-22T10:00:00Z'),
      parentId: parent.uri,
      rootId: root.uri,
      ...counts,
      likedByMe: true,
      myLikeId: LIKE,
      repostedByMe: true,
      myRepostId: `${LIKE}r`,
      isMine: true,
    })
  })

  it('has a link card, with its image if present', () => {
    expect(card({ thumb: 'https://cdn.example/1.jpg' })).toMatchObject([
      { kind: 'link', url: 'https://a.example/', altText: 'Bread', previewUrl: 'https://cdn.example/1.jpg' },
    ])
    expect(card({})).toMatchObject([{ previewUrl: null }])
  })

  it('is not liked for a known reader, and unknown for an unknown reader', () => {
    expect(details({ viewer: {} })).toMatchObject({
      likedByMe: false,
      myLikeId: null,
      repostedByMe: false,
      myRepostId: null,
    })
    expect(details({})).toMatchObject({ likedByMe: null, repostedByMe: null, likeCount: null })
  })

  it('without text, time or thread is valid, and is not an own post', () => {
    expect(details({ record: 7, indexedAt: '2026-11-22T10:00:00.000Z' }, 'did:plc:other')).toMatchObject({
      text: '',
      createdAt: new Date('2026-11-22T10:00:00Z'),
      parentId: null,
      rootId: URI,
      isMine: false,
    })
  })

  it('that was just written has its address, key and response', () => {
    const raw = { uri: URI }

    const result = toPostResult({ uri: URI, cid: null }, { did: DID, idempotencyKey: 'k', raw })

    expect(result).toMatchObject({
      id: URI,
      url: `https://bsky.app/profile/${DID}/post/3kabcdefghi2b`,
      idempotencyKey: 'k',
    })
    expect(result.raw).toEqual(raw)
  })
})
