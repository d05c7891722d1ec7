import { describe, expect, it } from 'vitest'

import { toCommentValue } from './index.js'

const comment = { id: '700_900', message: 'Nice', created_time: '2026-11-22T10:00:00+0000' }
const read = (more: object, postId = '1_700') =>
  toCommentValue({ ...comment, from: null, parent: null, object: null, attachment: null, ...more }, postId)

describe('the object of a comment', () => {
  it('is its post, even if a picture of the post is named', () => {
    for (const object of [null, { id: '700' }, { id: '1_700' }])
      expect(read({ object })).toMatchObject({ post_id: '1_700', parent_id: '1_700' })
  })

  it('is the video or picture if its id starts with that id', () => {
    expect(read({ id: '800_900', object: { id: '800' } })).toMatchObject({ post_id: '800', parent_id: '800' })
  })

  it('is the parent comment of a reply', () => {
    expect(read({ parent: { id: '700_899' } })).toMatchObject({ post_id: '1_700', parent_id: '700_899' })
  })
})

it.each([
  [
    { type: 'photo', media: { image: { src: 'https://f.example/1.jpg' } } },
    { photo: 'https://f.example/1.jpg' },
  ],
  [
    {
      type: 'video_inline',
      media: { image: { src: 'https://f.example/1.jpg' }, source: 'https://f.example/1.mp4' },
    },
    { video: 'https://f.example/1.mp4' },
  ],
  [{ type: 'share', media: null }, {}],
  [null, {}],
])('has the file of %j as pushed comments have it', (attachment, file) => {
  const { photo, video } = read({ attachment }) ?? {}
  expect({ ...(photo !== undefined && { photo }), ...(video !== undefined && { video }) }).toEqual(file)
})

it('has no text and no author if Facebook sends none, and is skipped without a time', () => {
  expect(read({ message: null })).toEqual({
    item: 'comment',
    verb: 'add',
    comment_id: '700_900',
    post_id: '1_700',
    parent_id: '1_700',
    created_time: 1_795_341_600,
  })
  expect(read({ created_time: 'yesterday' })).toBeNull()
})
