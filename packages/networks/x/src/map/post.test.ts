import { parse } from 'valibot'
import { describe, expect, it } from 'vitest'

import { growthOf, MOST_GROWTH } from '../../../../../tooling/growth.js'
import { anAccount } from '../__fixtures__/an-account.js'
import { onePostReply, postReply, postsReply } from '../schemas.js'
import { toContext, toPostDetails, toPostStats, toUpdate } from './index.js'
import { expandText } from './text.js'

const ada = anAccount()

/** The same answer in the names of August 2026, and in those before. */
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

  it('is read whole', () => {
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

  it('has its numbers', () => {
    expect(toPostStats(data, answer.data)).toMatchObject({ likes: 1, comments: 2, shares: 3 })
  })

  it('is a mention that answers an own post', () => {
    expect(toUpdate(data, { raw: answer.data, context, connection: ada })).toMatchObject({
      kind: 'MENTION',
      aboutPostId: '1',
      threadRootId: '1',
      actor: { handle: 'bo' },
    })
  })
})

describe('what X leaves out', () => {
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

  it('takes one entry of a list with it, and not the others', () => {
    const { data } = parse(postsReply, { data: [{ id: '1' }, { text: 'no id' }, null, { id: 2 }] })

    expect(data.map(({ id }) => id)).toEqual(['1', '2'])
  })
})

const wordsOf = (post: object) => expandText(parse(postReply, { id: '1', ...post }))

describe('the words of a post', () => {
  it('have addresses as they were written, and not those that X adds', () => {
    const { text, links } = wordsOf({
      text: 'See https://t.co/abc &amp; #tag &lt;b&gt; @bo https://t.co/pic https://t.co/quo',
      entities: {
        urls: [
          { url: 'https://t.co/abc', expanded_url: 'https://example.com/a?b=1' },
          { url: 'https://t.co/pic', expanded_url: 'https://x.com/i/status/1/photo/1', media_key: '3_1' },
          { url: 'https://t.co/quo', expanded_url: 'https://twitter.com/bo/status/55' },
        ],
        mentions: [{ username: 'Bo', id: '999' }],
        hashtags: [{ tag: 'tag' }],
      },
      referenced_posts: [{ type: 'quoted', id: '55' }],
    })

    expect(text).toBe('See https://example.com/a?b=1 & #tag <b> @bo')
    expect(links.map(({ start, end, kind, target }) => [text.slice(start, end), kind, target])).toEqual([
      ['https://example.com/a?b=1', 'LINK', 'https://example.com/a?b=1'],
      ['#tag', 'TAG', 'tag'],
      ['@bo', 'MENTION', '999'],
    ])
  })

  it('are read in linear time', () => {
    for (const piece of ['https://t.co/', 'https://t.co/abc ', '&amp;', '&amp', '@a', '#', '@@', 'a'])
      expect(growthOf(wordsOf, (letters) => ({ text: piece.repeat(letters / piece.length) }))).toBeLessThan(
        MOST_GROWTH,
      )
  })
})
