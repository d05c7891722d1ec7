import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { Media } from '../media/media.js'
import { readPost } from './read-post.js'

const PICTURE = Media.fromFile('a.png')

/** Reads a post as a JavaScript application may pass it. */
function read(input: unknown) {
  return readPost(input as never, { platform: 'mastodon' }) // wrong types on purpose
}

describe('readPost', () => {
  // Holds R-0065, R-0066.
  it('returns all fields', () => {
    expect(read({ text: 'Hello' })).toEqual({
      text: 'Hello',
      media: [],
      replyTo: null,
      publishAt: null,
      options: {},
    })
  })

  it('keeps given values', () => {
    const post = read({
      text: 'Hello',
      media: [PICTURE],
      replyTo: '42',
      publishAt: '2026-01-31T10:00:00+02:00',
      options: { sensitive: true },
    })

    expect(post.media[0]).toBe(PICTURE)
    expect(post).toMatchObject({
      replyTo: '42',
      publishAt: new Date('2026-01-31T08:00:00Z'),
      options: { sensitive: true },
    })
  })

  // Holds R-0063.
  it('accepts media without text', () => {
    expect(read({ media: [PICTURE] })).toMatchObject({ text: '', media: [PICTURE] })
  })

  it('treats null and undefined as missing', () => {
    expect(
      read({ text: 'Hello', media: null, replyTo: null, publishAt: null, options: null, foo: undefined }),
    ).toEqual(read({ text: 'Hello' }))
  })

  it('is not affected by later changes of the list of files', () => {
    const media = [PICTURE]
    const post = read({ media })
    media.push(PICTURE)

    expect(post.media).toHaveLength(1)
    expect(Object.isFrozen(post) && Object.isFrozen(post.media)).toBe(true)
  })

  // Holds R-0072.
  it.each([{}, { text: '' }, { text: '', media: [] }, { options: { sensitive: true }, replyTo: '1' }])(
    'refuses the empty post %o',
    (input) => {
      expect(() => read(input)).toThrow('The post is empty. Pass text, media or both.')
    },
  )

  it.each(['Hello', null, undefined, 5, ['Hello']])('refuses %o instead of a post', (input) => {
    expect(() => read(input)).toThrow("A post must be an object such as { text: 'Good morning' }")
  })

  it.each([
    ['publish_at', 'Did you mean "publishAt"?'],
    ['reply_to', 'Did you mean "replyTo"?'],
    ['txt', 'Did you mean "text"?'],
    ['title', 'Pass options specific to mastodon in the field options: { options: { … } }.'],
  ])('refuses the field %s with advice', (name, hint) => {
    expect(() => read({ text: 'Hello', [name]: 'x' })).toThrow(
      `A post has no field "${name}". ${hint} It takes: text, media, replyTo, publishAt, firstComment, options.`,
    )
  })

  it.each([
    ['text', 5, 'must be text, not 5'],
    ['text', ['a'], 'must be text, not a list'],
    ['text', 'half an emoji: \ud83d', 'holds half an emoji'],
    ['media', 'a.png', 'must be a list such as [Media.fromFile(\'launch.mp4\')], not "a.png"'],
    ['media', PICTURE, 'not a single file'],
    ['media', ['a.png'], 'media[0] of the post is not a file: "a.png". Pass Media.fromFile(path)'],
    ['media', [PICTURE, { ...PICTURE }], 'media[1] of the post is not a file: an object'],
    ['media', [null], 'is not a file: null'],
    ['media', Array(1), 'media[0] of the post is not a file: undefined'],
    ['replyTo', '', 'must be the id of the post to reply to, as a string, not ""'],
    ['replyTo', 42, 'as a string, not 42'],
    ['options', 'x', 'must be an object'],
  ])('refuses %s with the value %s', (field, value, message) => {
    const input = { text: 'Hello', [field]: value }

    expect(() => read(input)).toThrow(message)
    expect(() => read(input)).toThrow(InvalidPostError)
  })

  // Holds R-0068.
  it.each(['2026-01-01T10:00:00', '2026-01-01', 'tomorrow', new Date(Number.NaN), 5])(
    'refuses %o as a time, as a mistake of the application',
    (publishAt) => {
      expect(() => read({ text: 'Hello', publishAt })).toThrow(ConfigError)
      expect(() => read({ text: 'Hello', publishAt })).toThrow('Post.publishAt')
    },
  )

  it('recognizes a file of another copy of the library by its methods', () => {
    const foreign = {
      kind: 'IMAGE',
      size: () => null,
      piece: () => null,
      read: () => null,
      open: () => null,
    }

    expect(read({ media: [foreign] }).media).toEqual([foreign])
  })

  it('accepts a post whose only content is an option', () => {
    const context = { platform: 'facebook', contentOptions: ['link'] }

    expect(readPost({ options: { link: 'https://example.com' } }, context).text).toBe('')
    expect(() => readPost({ options: { link: undefined, title: 'x' } }, context)).toThrow('empty')
  })

  it('recognizes a document by its extension', () => {
    expect(
      read({ media: [Media.fromBytes(new Uint8Array(1), { filename: 'a.pdf' })] }).media[0],
    ).toMatchObject({
      kind: 'DOCUMENT',
      contentType: 'application/pdf',
    })
  })

  it('names the network in its refusals', () => {
    expect(() => read({})).toThrow(expect.objectContaining({ platform: 'mastodon' }))
  })
})
