import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { channels } from '../diagnostics/channels.js'
import { AuthError, ConfigError } from '../errors/index.js'
import { callHost, toFailure, toRefusal } from './routes-failure.js'

function listening() {
  const heard: unknown[] = []
  const listen = (message: unknown): void => void heard.push(message)
  channels.warning.subscribe(listen)
  return {
    heard,
    [Symbol.dispose]: () => {
      channels.warning.unsubscribe(listen)
    },
  }
}

describe('a failure of the routes', () => {
  it('is an error that names the part, has the thrown value as cause, and is published on social.warning', () => {
    using ears = listening()
    for (const cause of [new Error('secret'), 'secret', undefined, null, { statusCode: 200 }]) {
      const failure = toFailure(cause, { platform: 'fake', part: 'deliver' })
      expect(failure).toBeInstanceOf(Error)
      expect(failure.message).toBe('deliver failed. See the cause of this error.')
      expect('cause' in failure && Object.is(failure.cause, cause)).toBe(true)
      expect(failure).not.toHaveProperty('statusCode')
      expect(ears.heard.pop()).toEqual({ platform: 'fake', message: 'deliver failed.', error: cause })
    }
  })

  it('is passed on unchanged, and is published once', () => {
    using ears = listening()
    const failure = toFailure(1, { platform: null, part: 'bind' })
    expect(toFailure(failure, { platform: 'fake' })).toBe(failure)
    expect(ears.heard).toHaveLength(1)
  })

  it('contains our own messages for the operator, and no messages of others', () => {
    using ears = listening()
    const said = (cause: unknown) => {
      const { message } = toFailure(cause, { platform: 'fake' })
      expect(message).toBe('The routes failed to answer this request. See the cause of this error.')
      return (ears.heard.pop() as { message: string }).message // safe cast: the channel carries only warnings
    }
    expect(said(new ConfigError('Pass a secret.'))).toBe('Pass a secret.')
    expect(said(new AuthError('quoted'))).toBe('The routes failed to answer this request.')
    toFailure(new ConfigError('quoted'), { platform: 'fake', part: 'finished' })
    expect(ears.heard.pop()).toMatchObject({ message: 'finished failed.' })
  })
})

/** Makes a Proxy that throws on every access, and that callers then throw as an error. */
function hostileProxy(): object {
  const fail = (): never => {
    throw hostile
  }
  const hostile: object = new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail })
  return hostile
}
const THROWING: readonly (readonly [string, () => unknown])[] = [
  ['a Proxy', hostileProxy],
  [
    'a getter',
    () => ({
      get message() {
        throw 'secret' as unknown
      },
    }),
  ], // values that faulty programs throw instead of errors
  ['a cause of it', () => new Error('one', { cause: hostileProxy() })],
]

describe('a thrown value that cannot be read', () => {
  it.each(THROWING)('is omitted from the failure: %s', (_what, make) => {
    const failure = toFailure(make(), { platform: 'fake', part: 'deliver' })
    expect(failure.message).toBe('deliver failed. See the cause of this error.')
    expect(String(failure.cause)).toMatch(/cannot be read/)
    expect(inspect(failure)).not.toContain('secret')
  })

  it.each(THROWING)('is replaced in the refusal of a guard: %s', (_what, make) => {
    expect(String(toRefusal(make()).cause)).toMatch(/cannot be read/)
  })
})

describe('a refusal of a guard', () => {
  it('is the thrown error, or an error with the thrown value as cause', () => {
    const refusal = new Error('No token.')
    expect(toRefusal(refusal)).toBe(refusal)
    for (const careless of ['no', 0, undefined, null, { statusCode: 200 }])
      expect(toRefusal(careless)).toMatchObject({
        message: expect.stringMatching(/was refused/),
        cause: careless,
      })
  })
})

describe('callHost', () => {
  it('returns the result of the application, synchronous or asynchronous', async () => {
    expect(await callHost('bind', null, () => 'one')).toBe('one')
    expect(await callHost('bind', null, () => Promise.resolve('two'))).toBe('two')
  })

  it('converts thrown errors and rejections to failures', async () => {
    const thrown = callHost('bind', null, () => {
      throw undefined as unknown // a value that faulty programs throw instead of an error
    })
    await expect(thrown).rejects.toMatchObject({ message: expect.stringMatching(/^bind failed/) })
    const rejected = callHost('finished', null, () => Promise.reject(7))
    await expect(rejected).rejects.toMatchObject({ cause: 7 })
  })
})
