import { ConfigError, InvalidPostError } from '@social/core'
import { readOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { postOptions, readSettings } from './options.js'
import { tiktok } from './platform.js'

const read = (options: object) => readOptions(postOptions, options, { platform: 'tiktok' })

describe('the settings', () => {
  // Holds R-0402.
  it.each([5_242_880, 10_485_760, 67_108_864])('accept pieces of %d bytes', (chunkBytes) => {
    expect(readSettings({ chunkBytes }).chunkBytes).toBe(chunkBytes)
  })

  // Holds R-0403.
  it.each([5_242_879, 67_108_865, 0, -1, 5_242_880.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuse pieces of %d bytes when the platform is built',
    (chunkBytes) => {
      expect(() => tiktok({ chunkBytes })).toThrow(ConfigError)
      expect(() => tiktok({ chunkBytes })).toThrow(/5242880.*67108864/)
    },
  )

  it.each([
    { allowedAgeSeconds: 1 },
    { allowedAgeSeconds: 86_400 },
    { allowedAgeSeconds: 1.5 },
    { pkce: true },
  ])('accept %j', (options) => {
    expect(readSettings(options)).toMatchObject(options)
  })

  it.each([0.1, 3600])('accept a timeout of %d seconds', (timeout) => {
    expect(readSettings({ timeout })).toMatchObject({ timeoutSeconds: timeout })
  })

  it.each([
    { timeout: 0.09 },
    { timeout: 3601 },
    { allowedAgeSeconds: 0.9 },
    { allowedAgeSeconds: 86_401 },
    { timeout: 0 },
    { timeout: Number.NaN },
    { allowedAgeSeconds: 0 },
    { allowedAgeSeconds: Number.POSITIVE_INFINITY },
    { addresses: { api: 'open.tiktokapis.com' } },
    { addresses: { upload: '' } },
  ])('refuse %j', (options) => {
    expect(() => tiktok(options)).toThrow(ConfigError)
  })

  // Holds R-0401, R-0402, R-0406.
  it('have pieces of 10 MiB, 300 seconds and no PKCE by default', () => {
    expect(readSettings({})).toMatchObject({
      chunkBytes: 10_485_760,
      timeoutSeconds: 30,
      allowedAgeSeconds: 300,
      pkce: false,
    })
  })
})

describe('the options of a post', () => {
  // Holds R-0415.
  it('send to the drafts by default', () => {
    expect(read({})).toEqual({ sendTo: 'drafts' })
  })

  // Holds R-0416.
  it.each(['SELF_ONLY', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'PUBLIC_TO_EVERYONE'])(
    'accept %s as a privacy level',
    (privacyLevel) => {
      expect(read({ sendTo: 'profile', privacyLevel })).toEqual({ sendTo: 'profile', privacyLevel })
    },
  )

  it('accept every option for the profile', () => {
    const all = {
      sendTo: 'profile',
      privacyLevel: 'FOLLOWER_OF_CREATOR',
      disableComment: true,
      disableDuet: false,
      disableStitch: true,
      videoCoverTimestampMs: 0,
      brandContentToggle: false,
      brandOrganicToggle: true,
    }

    expect(read(all)).toEqual(all)
  })

  // Holds R-0416, R-0417, R-0418, R-0419, R-0420.
  it.each([
    ['sendTo', 'inbox'],
    ['privacyLevel', 'PUBLIC'],
    ['disableComment', 'yes'],
    ['disableDuet', 1],
    ['disableStitch', null],
    ['videoCoverTimestampMs', 1.5],
    ['videoCoverTimestampMs', -1],
    ['videoCoverTimestampMs', true],
    ['videoCoverTimestampMs', 2_147_483_648],
    ['brandContentToggle', 'true'],
    ['brandOrganicToggle', 0],
  ])('refuse %s: %j', (name, value) => {
    expect(() => read({ sendTo: 'profile', [name]: value })).toThrow(InvalidPostError)
    expect(() => read({ sendTo: 'profile', [name]: value })).toThrow(`options.${name}`)
  })

  // Holds R-0422.
  it.each([
    ['privacyLevel', 'SELF_ONLY'],
    ['disableComment', false],
    ['disableDuet', true],
    ['disableStitch', false],
    ['videoCoverTimestampMs', 0],
    ['brandContentToggle', false],
    ['brandOrganicToggle', false],
  ])('refuse %s for drafts with any value', (name, value) => {
    for (const options of [{ [name]: value }, { sendTo: 'drafts', [name]: value }]) {
      expect(() => read(options)).toThrow(InvalidPostError)
      expect(() => read(options)).toThrow(`tiktok accepts options.${name} only for posts to the profile`)
    }
  })

  it('report every option that a draft cannot have, by its path', () => {
    expect(() => read({ privacyLevel: 'SELF_ONLY', disableDuet: true })).toThrow(
      expect.objectContaining({
        issues: [
          expect.objectContaining({
            optionPath: 'privacyLevel',
            userMessage: expect.stringContaining('Audience'),
          }),
          expect.objectContaining({ optionPath: 'disableDuet' }),
        ],
      }),
    )
  })

  // Holds R-0421.
  it('are refused with the accepted names, and the correct spelling, when they are unknown', () => {
    expect(() => read({ privacy_level: 'SELF_ONLY' })).toThrow(
      /does not know the option "privacy_level"\. Did you mean "privacyLevel"\? It takes: sendTo, privacyLevel, disableComment, disableDuet, disableStitch, videoCoverTimestampMs, brandContentToggle, brandOrganicToggle\./,
    )
    expect(() => read({ isAigc: true })).toThrow(/It takes: sendTo/)
  })
})
