import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { runInNewContext } from 'node:vm'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { callListener } from './call-listener.js'

const heard: string[] = []
const hear = (message: unknown): void => void heard.push(JSON.stringify(message))

beforeEach(() => {
  heard.length = 0
  subscribe('social.warning', hear)
})
afterEach(() => {
  unsubscribe('social.warning', hear)
})

const unreadableError = (): Error =>
  Object.defineProperty(new Error('never read'), 'message', {
    get: () => {
      throw new Error('a trap')
    },
  })

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a callback of the application', () => {
  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw new Error('the bar is gone')
      },
      'onProgress threw: the bar is gone',
    ],
    [
      'throws a value that is not an error',
      () => {
        throw 7 as unknown
      },
      'onProgress threw: no reason given',
    ],
    [
      'rejects with a promise of another realm, such as a sandbox',
      () => runInNewContext('Promise.reject(failure)', { failure: new Error('the bar is gone') }) as unknown,
      'onProgress threw: the bar is gone',
    ],
    [
      'rejects with an error that cannot be read',
      () => Promise.reject(unreadableError()),
      'onProgress threw: no reason given',
    ],
    ['rejects', () => Promise.reject(new Error('the bar is gone')), 'onProgress threw: the bar is gone'],
  ])(
    'that %s causes a warning with its name, and does not end the call',
    async (_what, callback, message) => {
      callListener('sample', 'onProgress', callback)
      await turn()

      expect(heard).toHaveLength(1)
      expect(heard[0]).toContain(message)
      expect(heard[0]).toContain('"sample"')
    },
  )

  it.each<[string, () => unknown]>([
    ['answers', () => 5],
    ['answers later', async () => 5],
  ])('that %s causes no warning', async (_what, callback) => {
    callListener('sample', 'onProgress', callback)
    await turn()

    expect(heard).toEqual([])
  })
})
