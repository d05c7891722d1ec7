import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readSettings, type YoutubeOptions } from './options.js'
import { youtube } from './platform.js'

describe('settings of youtube', () => {
  // Holds R-0384.
  it.each<[string, YoutubeOptions]>([
    ['a piece that is no multiple of 256 KiB', { chunkBytes: 1_000_000 }],
    ['a piece of nothing', { chunkBytes: 0 }],
    ['a negative piece', { chunkBytes: -262_144 }],
    ['half a byte', { chunkBytes: 262_144.5 }],
    ['a piece that is bigger than any video', { chunkBytes: 274_877_906_944 + 262_144 }],
    ['101 tries', { resendsAllowed: 101 }],
    ['more than an hour', { stallSeconds: 3601 }],
    ['fewer than no tries', { resendsAllowed: -1 }],
    ['half a retry', { resendsAllowed: 1.5 }],
    ['no comments', { updatesPerCheck: 0 }],
    ['101 comments', { updatesPerCheck: 101 }],
    ['no time', { stallSeconds: 0 }],
    ['a path as address', { addresses: { api: '/youtube/v3' } }],
    ['an address without encryption', { addresses: { token: 'http://oauth2.example/token' } }],
  ])('refuse %s', (_what, options) => {
    expect(() => youtube(options)).toThrow(ConfigError)
  })

  it('take other URLs, on this machine also without encryption', () => {
    const platform = youtube({
      addresses: {
        api: 'http://127.0.0.1:4000/youtube/v3/',
        upload: 'https://upload.example/videos',
        analytics: 'http://127.0.0.1:4000/v2',
      },
    })
    const account = {} as Parameters<typeof platform.apiBase>[0] // safe cast: `apiBase` of YouTube does not read the account
    expect(platform.apiBase(account)).toBe('http://127.0.0.1:4000/youtube/v3')
    expect(platform.origins(account)).toEqual(['http://127.0.0.1:4000', 'https://upload.example'])
  })

  it('are refused with a suggestion when they are misspelt', () => {
    expect(() => youtube({ chunkbytes: 262_144 } as YoutubeOptions)).toThrow(/chunkBytes/) // safe cast: the test passes the misspelled name on purpose, as JavaScript callers can
  })

  it('have defaults', () => {
    expect(readSettings({})).toMatchObject({
      chunkBytes: 8_388_608,
      resendsAllowed: 3,
      stallSeconds: 60,
      updatesPerCheck: 50,
      addresses: {
        api: 'https://www.googleapis.com/youtube/v3',
        upload: 'https://www.googleapis.com/upload/youtube/v3/videos',
        signIn: 'https://accounts.google.com/o/oauth2/v2/auth',
        token: 'https://oauth2.googleapis.com/token',
      },
    })
  })

  it('take the minimum and the maximum', () => {
    const most = {
      chunkBytes: 274_877_906_944,
      resendsAllowed: 100,
      stallSeconds: 3600,
      updatesPerCheck: 100,
    }
    const least = { chunkBytes: 262_144, resendsAllowed: 0, stallSeconds: 1, updatesPerCheck: 1 }

    for (const settings of [most, least]) expect(readSettings(settings)).toMatchObject(settings)
    expect(readSettings({ stallSeconds: 1.5 })).toMatchObject({ stallSeconds: 1.5 })
  })

  it('take every multiple of 256 KiB', () => {
    expect(() => youtube({ chunkBytes: 262_144, resendsAllowed: 0, updatesPerCheck: 100 })).not.toThrow()
  })
})
