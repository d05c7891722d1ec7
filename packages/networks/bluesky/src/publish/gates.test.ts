import { expect, it } from 'vitest'

import { toGates } from './gates.js'

const URI = 'at://did:plc:abc/app.bsky.feed.post/3k'
const at = { uri: URI, createdAt: '2026-11-22T10:00:00.000Z' }
const shared = { post: URI, createdAt: at.createdAt }

it('a post has no gates without restrictions', () => {
  expect(toGates({}, at)).toEqual([])
  expect(toGates({ allowQuotes: true }, at)).toEqual([])
})

it('gates are valid records', () => {
  const list = 'at://did:plc:abc/app.bsky.graph.list/3k'

  expect(toGates({ allowReplies: ['mentioned', list], allowQuotes: false }, at)).toEqual([
    {
      collection: 'app.bsky.feed.threadgate',
      record: {
        $type: 'app.bsky.feed.threadgate',
        ...shared,
        allow: [
          { $type: 'app.bsky.feed.threadgate#mentionRule' },
          { $type: 'app.bsky.feed.threadgate#listRule', list },
        ],
      },
    },
    {
      collection: 'app.bsky.feed.postgate',
      record: {
        $type: 'app.bsky.feed.postgate',
        ...shared,
        embeddingRules: [{ $type: 'app.bsky.feed.postgate#disableRule' }],
      },
    },
  ])
  expect(toGates({ allowReplies: 'nobody' }, at)).toMatchObject([{ record: { allow: [] } }])
})
