import { readFactoryOptions } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { readSharedSettings, readWaiting } from './factory-settings.js'

interface Options {
  readonly appSecretProof?: boolean
  readonly deletionStatusUrl?: string
  readonly checkEverySeconds?: number
  readonly waitUpToSeconds?: number
}

const NAMES = ['appSecretProof', 'deletionStatusUrl', 'checkEverySeconds', 'waitUpToSeconds'] as const
const reader = (options: Options) => readFactoryOptions('sample', options, NAMES)

const waiting = (options: Options) =>
  readWaiting(reader(options), { checkEverySeconds: 15, waitUpToSeconds: 300 })

const shared = (options: Options, appSecretProof = true) =>
  readSharedSettings(reader(options), options, { appSecretProof })

describe('the polling options of a factory', () => {
  it('have defaults', () => {
    expect(waiting({})).toEqual({ checkEverySeconds: 15, waitUpToSeconds: 300 })
    expect(waiting({ checkEverySeconds: 1.5 })).toEqual({ checkEverySeconds: 1.5, waitUpToSeconds: 300 })
    const longest = { checkEverySeconds: 3600, waitUpToSeconds: 86_400 }
    expect(waiting(longest)).toEqual(longest)
  })

  it.each([
    [{ checkEverySeconds: 0.9 }, 'checkEverySeconds }) requires a number of seconds from 1 to 3600'],
    [{ checkEverySeconds: 3601 }, 'checkEverySeconds }) requires a number of seconds from 1 to 3600'],
    [{ waitUpToSeconds: 0.9 }, 'waitUpToSeconds }) requires a number of seconds from 1 to 86400'],
    [{ waitUpToSeconds: 86_401 }, 'waitUpToSeconds }) requires a number of seconds from 1 to 86400'],
  ])('refuse %j and name the range', (options, expected) => {
    expect(() => waiting(options)).toThrow(expected)
  })
})

describe('shared options of the Meta factories', () => {
  it('send the proof by the default of the network, and have no deletion page', () => {
    expect(shared({})).toEqual({ appSecretProof: true, deletionStatusUrl: null })
    expect(shared({}, false).appSecretProof).toBe(false)
    expect(shared({ appSecretProof: false }).appSecretProof).toBe(false)
    const deletionStatusUrl = 'https://app.example/deleted'
    expect(shared({ deletionStatusUrl }).deletionStatusUrl).toBe(deletionStatusUrl)
  })

  it.each([
    // safe cast: deliberately invalid, because callers in plain JavaScript must get the same
    // message
    [{ appSecretProof: 'yes' as never }, 'appSecretProof'],
    [{ deletionStatusUrl: 'http://app.example/deleted' }, 'starts with https://'],
    [{ deletionStatusUrl: '/deleted' }, 'starts with https://'],
  ])('refuse %j', (options, expected) => {
    expect(() => shared(options)).toThrow(expected)
  })
})
