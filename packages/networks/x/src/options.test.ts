import { ConfigError, InvalidPostError, readOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { postOptions, readSettings, type XOptions } from './options.js'
import { x } from './platform.js'

const read = (options: object) => readOptions(postOptions, options, { platform: 'x' })

describe('settings of x', () => {
  it('have defaults', () => {
    expect(readSettings({})).toEqual({
      chunkBytes: 1_048_576,
      timeoutSeconds: 300,
      maxTextLength: 280,
      mediaChecks: 30,
      mediaWaitSeconds: 1,
      updatesPerCheck: 40,
      addresses: { api: 'https://api.x.com/2', signIn: 'https://x.com/i/oauth2/authorize' },
    })
  })

  it.each<XOptions>([
    { chunkBytes: 1 },
    { chunkBytes: 5_242_880 },
    { timeout: 0.1 },
    { timeout: 3600 },
    { maxTextLength: 1 },
    { maxTextLength: 25_000 },
    { mediaChecks: 1 },
    { mediaWaitSeconds: 0 },
    { mediaWaitSeconds: 0.5 },
    { updatesPerCheck: 5 },
    { updatesPerCheck: 100 },
  ])('accept %j', (options) => {
    const { timeout, ...others } = options

    expect(readSettings(options)).toMatchObject({ ...others, ...(timeout && { timeoutSeconds: timeout }) })
  })

  it.each<[object, RegExp]>([
    [{ chunkBytes: 0 }, /chunkBytes.*bytes/],
    [{ chunkBytes: 5_242_881 }, /chunkBytes.*5242880/],
    [{ chunkBytes: 1.5 }, /whole number/],
    [{ timeout: 0.09 }, /timeout.*seconds/],
    [{ timeout: 3601 }, /timeout.*3600/],
    [{ maxTextLength: 0 }, /maxTextLength/],
    [{ maxTextLength: 25_001 }, /maxTextLength.*25000/],
    [{ mediaChecks: 0 }, /mediaChecks/],
    [{ mediaWaitSeconds: -1 }, /mediaWaitSeconds.*seconds/],
    [{ updatesPerCheck: 4 }, /updatesPerCheck/],
    [{ updatesPerCheck: 101 }, /updatesPerCheck.*100/],
    [{ addresses: { api: 'api.x.com' } }, /full URL/],
    [{ addresses: { upload: 'https://upload.x.com' } }, /upload/],
    [{ max_text_length: 280 }, /maxTextLength/],
  ])('refuse %j', (options, message) => {
    // The cast passes invalid options, as a JavaScript application can.
    expect(() => x(options as XOptions)).toThrow(ConfigError)
    expect(() => x(options as XOptions)).toThrow(message)
  })
})

const ID = '1234567890123456789'
const ten = Array.from({ length: 10 }, () => ID)

describe('the options of a post at X', () => {
  it.each([
    {},
    { replySettings: 'everyone' },
    { replySettings: 'mentionedUsers' },
    { replySettings: 'following' },
    { replySettings: 'subscribers' },
    { replySettings: 'verified' },
    { quoteTweetId: ID },
    { poll: { options: ['a', 'b'], durationMinutes: 5 } },
    { poll: { options: ['a', 'b', 'c', '👍'.repeat(25)], durationMinutes: 10_080 } },
    { taggedUserIds: ['7'] },
    { taggedUserIds: ten },
    { madeWithAi: true, paidPartnership: false },
    { communityId: '7' },
    { communityId: '7', shareWithFollowers: false },
  ])('accept %j', (options) => {
    expect(read(options)).toEqual(options)
  })

  it.each([
    { replySettings: 'nobody' },
    { quoteTweetId: `${ID}0` },
    { quoteTweetId: '' },
    { quoteTweetId: '7a' },
    { quoteTweetId: 'a7' },
    { quoteTweetId: 7 },
    { poll: { options: ['a'], durationMinutes: 5 } },
    { poll: { options: ['a', 'b', 'c', 'd', 'e'], durationMinutes: 5 } },
    { poll: { options: ['a', ''], durationMinutes: 5 } },
    { poll: { options: ['a', 'b'.repeat(26)], durationMinutes: 5 } },
    { poll: { options: ['a', 'b'], durationMinutes: 4 } },
    { poll: { options: ['a', 'b'], durationMinutes: 10_081 } },
    { poll: { options: ['a', 'b'], durationMinutes: 5.5 } },
    { poll: { options: ['a', 'b'], durationMinutes: 5, multiple: true } },
    { taggedUserIds: [] },
    { taggedUserIds: [...ten, ID] },
    { taggedUserIds: ['ada'] },
    { madeWithAi: 'yes' },
    { paidPartnership: 1 },
    { communityId: 'cats' },
    { communityId: '7', shareWithFollowers: 'yes' },
    { reply_settings: 'everyone' },
  ])('refuse %j', (options) => {
    expect(() => read(options)).toThrow(InvalidPostError)
  })

  it('accept a poll or a quote, and shareWithFollowers only with a community', () => {
    const poll = { options: ['a', 'b'], durationMinutes: 5 }

    expect(() => read({ poll, quoteTweetId: ID })).toThrow(/a poll or a quote in a post, not both/)
    for (const shareWithFollowers of [true, false])
      expect(() => read({ shareWithFollowers })).toThrow(/requires options\.communityId/)
  })
})
