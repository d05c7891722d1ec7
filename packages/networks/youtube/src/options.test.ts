import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import type { YoutubeOptions } from './options.js'
import { youtube } from './platform.js'

describe('settings of youtube', () => {
  it.each<[string, YoutubeOptions]>([
    ['a piece that is no multiple of 256 KiB', { chunkBytes: 1_000_000 }],
    ['a piece of nothing', { chunkBytes: 0 }],
    ['a negative piece', { chunkBytes: -262_144 }],
    ['half a byte', { chunkBytes: 262_144.5 }],
    ['fewer than no tries', { resendsAllowed: -1 }],
    ['half a try', { resendsAllowed: 1.5 }],
    ['no comments', { updatesPerCheck: 0 }],
    ['101 comments', { updatesPerCheck: 101 }],
    ['no time', { stallSeconds: 0 }],
    ['a path as address', { addresses: { api: '/youtube/v3' } }],
    ['an address without encryption', { addresses: { token: 'http://oauth2.example/token' } }],
  ])('refuse %s', (_what, options) => {
    expect(() => youtube(options)).toThrow(ConfigError)
  })

  it('take other addresses, on this machine without encryption too', () => {
    const platform = youtube({
      addresses: { api: 'http://127.0.0.1:4000/youtube/v3/', upload: 'https://upload.example/videos' },
    })
    const account = {} as Parameters<typeof platform.apiBase>[0] // nobody looks at it
    expect(platform.apiBase(account)).toBe('http://127.0.0.1:4000/youtube/v3')
    expect(platform.origins(account)).toEqual(['http://127.0.0.1:4000', 'https://upload.example'])
  })

  it('are refused by their near miss when they are misspelt', () => {
    expect(() => youtube({ chunkbytes: 262_144 } as YoutubeOptions)).toThrow(/chunkBytes/) // what a caller without types passes
  })

  it('take any multiple of 256 KiB', () => {
    expect(() => youtube({ chunkBytes: 262_144, resendsAllowed: 0, updatesPerCheck: 100 })).not.toThrow()
  })
})
