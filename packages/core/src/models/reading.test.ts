import { describe, expect, it } from 'vitest'

import { makeAttachment, makePerson, makePostDetails } from './reading.js'

const person = {
  id: '1',
  handle: 'a@b.example',
  displayName: 'A',
  avatarUrl: 'https://b.example/a.png',
  url: 'https://b.example/@a',
}
const attachment = {
  kind: 'image',
  url: 'https://b.example/1.png',
  previewUrl: 'https://b.example/1-small.png',
  altText: 'A rocket',
  width: 3,
  height: 4,
}
const post = {
  id: '1',
  cid: 'baf',
  url: 'https://b.example/1',
  author: makePerson(person),
  text: 'Hello',
  html: '<p>Hello</p>',
  links: [{ start: 0, end: 5, kind: 'LINK', target: 'https://c.example', url: 'https://c.example' }],
  attachments: [makeAttachment(attachment)],
  createdAt: new Date(1),
  visibility: 'PUBLIC',
  parentId: '2',
  rootId: '3',
  replyCount: 4,
  likeCount: 5,
  repostCount: 6,
  quoteCount: 7,
  likedByMe: false,
  myLikeId: '8',
  repostedByMe: false,
  myRepostId: '9',
  editedAt: new Date(2),
  poll: null,
  isMine: true,
  unavailable: 'DELETED',
} as const

describe('models of read data', () => {
  it.each<[string, object, (init: never) => object]>([
    ['a person', person, makePerson],
    ['an attachment', attachment, makeAttachment],
    ['a post', post, makePostDetails],
  ])('keep all given values: %s', (_what, given, make) => {
    expect(make(given as never)).toMatchObject(given) // safe cast: each function gets the fields that belong to it
    expect(make({ ...given, raw: { id: 1 } } as never)).toMatchObject({ raw: { id: 1 } })
  })

  it('have null for missing values, not 0 or false', () => {
    expect({ ...makePerson({ id: '1' }) }).toEqual({
      id: '1',
      handle: null,
      displayName: null,
      avatarUrl: null,
      url: null,
    })
    expect({ ...makeAttachment({ kind: 'image' }) }).toEqual({
      kind: 'image',
      url: null,
      previewUrl: null,
      altText: null,
      width: null,
      height: null,
    })
    const { text, links, attachments, isMine, isReply, ...others } = makePostDetails({ id: '1' })
    expect({ text, links, attachments, isMine, isReply }).toEqual({
      text: '',
      links: [],
      attachments: [],
      isMine: false,
      isReply: false,
    })
    const { unavailable: _unavailable, isMine: _isMine, text: _text, links: _links, ...known } = post
    const { attachments: _attachments, ...nullable } = known
    expect(others).toEqual(
      Object.fromEntries(
        Object.keys({ ...nullable, unavailable: 1 }).map((key) => [key, key === 'id' ? '1' : null]),
      ),
    )
  })

  it('are a reply when they have a parent', () => {
    expect(makePostDetails({ id: '1', parentId: '2' }).isReply).toBe(true)
    expect(makePostDetails({ id: '1', rootId: '1' }).isReply).toBe(false)
  })

  it('have an empty raw by default', () => {
    expect([
      makePerson({ id: '1' }).raw,
      makeAttachment({ kind: 'x' }).raw,
      makePostDetails({ id: '1' }).raw,
    ]).toEqual([{}, {}, {}])
  })
})
