import { ConfigError, NetworkError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { askServer } from './server-errors.js'

const failed = (thrown: unknown): Promise<unknown> =>
  askServer('store a job', () => Promise.reject(thrown)).catch((error: unknown) => error)

describe('a request to the server', () => {
  it('returns the result', async () => {
    expect(await askServer('store a job', () => Promise.resolve(7))).toBe(7)
  })

  it.each([new ConfigError('mine'), new NetworkError('mine')])(
    'rejects with errors of the library unchanged',
    async (error) => {
      expect(await failed(error)).toBe(error)
    },
  )

  it.each(['28P01', '3D000', '42501'])(
    'requires an action of the operator after a refusal with %s',
    async (code) => {
      const cause = Object.assign(new Error('no'), { code })
      const error = await failed(cause)
      expect(error).toBeInstanceOf(ConfigError)
      expect(error).toMatchObject({ cause, message: expect.stringContaining(`store a job: ${code}: no.`) })
    },
  )

  it.each([Object.assign(new Error('cut'), { code: '57P01' }), new Error('timeout'), undefined])(
    'may be repeated after any other error: %s',
    async (cause) => {
      const error = await failed(cause)
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toMatchObject({ message: expect.stringContaining('failed to store a job') })
    },
  )
})
