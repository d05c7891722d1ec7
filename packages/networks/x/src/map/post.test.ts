import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { onePostReply, postReply, postsReply } from '../schemas.js'
import { compareIds, toContext, toPostDetails, toPostResult, toPostStats, toUpdate } from './index.js'

const ada = anAccount()

/**
 * One response in two versions: with the field names of August 2026, and with X's earlier names.
 */
const ANSWERS = {
  new: {
    data: {
      id: '1990000000000000009',
      text: '@ada hello',
      note_post: { text: '@ada hello, and much more' },
      author_id: '999',
      created_at: '2026-11-02T10:00:00.000Z',
      conversation_id: '1',
      in_reply_to_user_id: ada.accountId,
      referenced_posts: [{ type: 'replied_to', id: '1' }],
      public_metrics: { like_count: 1, reply_count: 2, repost_count: 3, quote_count: 4 },
      edit_history_post_ids: ['1990000000000000009'],
    },
    includes: { users: [{ id: '999', username: 'bo', name: 'Bo' }], posts: [{ id: '1', text: 'root' }] },
  },
  old: {
    data: {
      id: '1990000000000000009',
      text: '@ada hello',
      note_tweet: { text: '@ada hello, and much more' },
      author_id: '999',
      created_at: '2026-11-02T10:00:00.000Z',
      conversation_id: '1',
      in_reply_to_user_id: ada.accountId,
      referenced_tweets: [{ type: 'replied_to', id: '1' }],
      public_metrics: { like_count: 1, reply_count: 2, retweet_count: 3, quote_count: 4 },
      edit_history_tweet_ids: ['1990000000000000009'],
    },
    includes: { users: [{ id: '999', username: 'bo', name: 'Bo' }], tweets: [{ id: '1', text: 'root' }] },
  },
}

describe.each(Object.entries(ANSWERS))('a post in the %s vocabulary', (_which, answer) => {
  const { data, includes } = parse(onePostReply, answer)
  const context = toContext(includes, ada)

  it('is read completely', () => {
    expect(toPostDetails(data, context)).toMatchObject({
      text: '@ada hello, and much more',
      author: { id: '999', handle: 'bo', displayName: 'Bo' },
      parentId: '1',
      rootId: '1',
      likeCount: 1,
      replyCount: 2,
      repostCount: 3,
      quoteCount: 4,
      isMine: false,
      url: 'https://x.com/bo/status/1990000000000000009',
    })
  })

  it('contains its statistics', () => {
    expect(toPostStats(data, answer.data)).toMatchObject({ likes: 1, comments: 2, shares: 3 })
  })

  it('is a mention when it replies to an own post', () => {
    expect(toUpdate(data, { raw: answer.data, context, connection: ada })).toMatchObject({
      kind: 'MENTION',
      aboutPostId: '1',
      threadRootId: '1',
      actor: { handle: 'bo' },
    })
  })
})

describe('a missing field', () => {
  it('is null, and not 0', () => {
    const post = parse(postReply, { id: '7' })
    const details = toPostDetails(post, toContext(null, ada))

    expect(details).toMatchObject({
      text: '',
      author: null,
      likeCount: null,
      replyCount: null,
      createdAt: null,
      parentId: null,
      poll: null,
      attachments: [],
    })
    expect(toUpdate(post, { raw: {}, context: toContext(null, ada), connection: ada })).toBeNull()
  })

  it('removes its entry from a list, and no others', () => {
    const { data } = parse(postsReply, { data: [{ id: '1' }, { text: 'no id' }, null, { id: 2 }] })

    expect(data.map(({ id }) => id)).toEqual(['1', '2'])
  })
})

const detailsOf = (post: object, includes: object = {}) => {
  const { data, includes: beside } = parse(onePostReply, { data: { id: '7', ...post }, includes })
  return toPostDetails(data, toContext(beside, ada))
}

describe('the expansions of a post', () => {
  it.each([
    ['photo', 'image'],
    ['video', 'video'],
    ['animated_gif', 'gifv'],
    ['hologram', 'hologram'],
    [null, 'unknown'],
  ])('contain a file of the type %s as the kind %s', (type, kind) => {
    const file = {
      media_key: '3_1',
      type,
      url: 'https://pbs.example/1',
      alt_text: 'A cat',
      width: 2,
      height: 1,
    }
    const { attachments } = detailsOf(
      { attachments: { media_keys: ['3_1', '3_2'] } },
      { media: [{ ...file, preview_image_url: 'https://pbs.example/1s' }] },
    )

    // The post has a second file. The expansions do not contain this file, so the attachments omit
    // it.
    expect(attachments).toEqual([
      {
        kind,
        url: 'https://pbs.example/1',
        previewUrl: 'https://pbs.example/1s',
        altText: 'A cat',
        width: 2,
        height: 1,
      },
    ])
  })

  it.each([
    ['open', false],
    ['closed', true],
    ['paused', null],
    [null, null],
  ])(
    'contain a poll in the state %s with closed: %s, and its choices in order',
    (voting_status, isClosed) => {
      const options = [
        { position: 2, label: 'no', votes: 1 },
        { position: 1, label: 'yes', votes: 3 },
      ]
      const poll = { id: '5', options, voting_status, end_datetime: '2026-11-22T13:00:00.000Z' }

      expect(detailsOf({ attachments: { poll_ids: ['5'] } }, { polls: [poll] }).poll).toMatchObject({
        id: '5',
        choices: [
          { text: 'yes', votes: 3 },
          { text: 'no', votes: 1 },
        ],
        endsAt: new Date('2026-11-22T13:00:00Z'),
        isClosed,
      })
    },
  )

  it('contain its author with name, avatar and URL', () => {
    const picture = 'https://pbs.example/bo.jpg'
    const bo = { id: '999', username: 'bo', name: 'Bo', profile_image_url: picture }

    expect(detailsOf({ author_id: '999' }, { users: [bo] }).author).toMatchObject({
      id: '999',
      handle: 'bo',
      displayName: 'Bo',
      avatarUrl: picture,
      url: 'https://x.com/bo',
    })
  })

  it('are not needed for the id of its author', () => {
    expect(detailsOf({ author_id: '999' })).toMatchObject({
      author: { id: '999', handle: null },
      url: 'https://x.com/i/status/7',
      isMine: false,
    })
    expect(detailsOf({ author_id: ada.accountId })).toMatchObject({ isMine: true })
  })

  it.each(['2026-11-02 10:00:00', '2026-11-02T10:00:00', ' 2026-11-02T10:00:00Z', '2026-13-02T10:00:00Z'])(
    'the invalid time "%s" is null',
    (created_at) => {
      expect(detailsOf({ created_at }).createdAt).toBeNull()
    },
  )
})

describe('a mention', () => {
  it('with a quote refers to the quoted post, and a reply to another account refers to none', () => {
    const update = (changes: object) => {
      const post = parse(postReply, {
        id: '7',
        created_at: '2026-11-02T10:00:00Z',
        author_id: '999',
        ...changes,
      })
      return toUpdate(post, { raw: {}, context: toContext(null, ada), connection: ada })
    }

    expect(update({ referenced_posts: [{ type: 'quoted', id: '5' }] })).toMatchObject({
      aboutPostId: '5',
      actor: null,
      postId: '7',
      connectionId: ada.id,
    })
    expect(
      update({ in_reply_to_user_id: '3', referenced_posts: [{ type: 'replied_to', id: '5' }] }),
    ).toMatchObject({ aboutPostId: null })
  })
})

const urlOf = (accountName: string) => toPostResult('7', ada.with({ accountName }), { raw: {} }).url

it('the URL of a new post contains the account, or `i` when its name is unknown', () => {
  expect(urlOf('@ada')).toBe('https://x.com/ada/status/7')
  expect(urlOf('Ada')).toBe('https://x.com/i/status/7')
})

it('ids are compared as numbers', () => {
  expect(['10', '9', '1990000000000000001', '10'].toSorted(compareIds)).toEqual([
    '9',
    '10',
    '10',
    '1990000000000000001',
  ])
  expect(compareIds('7', '7')).toBe(0)
})
