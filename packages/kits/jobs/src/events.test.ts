import { runInNewContext } from 'node:vm'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Listeners } from './events.js'

const FAILURE = new Error('the bar is gone')
const UNREADABLE = Object.defineProperty(new Error('never read'), 'message', {
  get: () => {
    throw new Error('a trap')
  },
})
const WARNED = vi.fn<typeof process.emitWarning>()

beforeEach(() => {
  WARNED.mockClear()
  vi.spyOn(process, 'emitWarning').mockImplementation(WARNED)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a listener', () => {
  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => {
        throw FAILURE
      },
      'the bar is gone',
    ],
    ['rejects', () => Promise.reject(FAILURE), 'the bar is gone'],
    [
      'rejects with a promise of another realm',
      () => runInNewContext('Promise.reject(failure)', { failure: FAILURE }) as unknown,
      'the bar is gone',
    ],
    [
      'throws an error that cannot be read',
      () => {
        throw UNREADABLE
      },
      'no reason given',
    ],
    ['rejects with an error that cannot be read', () => Promise.reject(UNREADABLE), 'no reason given'],
  ])(
    'that %s causes a process warning, and the next listener is still notified',
    async (_what, fail, message) => {
      const listeners = new Listeners()
      const next = vi.fn<() => void>()
      listeners.add('published', fail)
      listeners.add('published', next)

      // safe cast: the listeners in this test do not read the event
      listeners.notify('published', {} as never)

      await vi.waitFor(() => expect(WARNED).toHaveBeenCalledOnce())
      expect(WARNED).toHaveBeenCalledWith(`A listener of SocialJobs failed: ${message}`)
      expect(next).toHaveBeenCalledOnce()
    },
  )
})
