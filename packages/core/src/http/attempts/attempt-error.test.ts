import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError, PlatformError } from '../../errors/index.js'
import { PrivateHostError, ReplyTooBigError } from '../sockets/transport-errors.js'
import type { OutgoingRequest } from '../types.js'
import { toAttemptError } from './attempt-error.js'

const REQUEST: OutgoingRequest = {
  method: 'POST',
  url: 'https://api.sample.example/posts?access_token=hunter2',
  headers: {},
  body: null,
}
const lost = (thrown: unknown) => toAttemptError(thrown, 'sample', REQUEST)

describe('an attempt without a response', () => {
  it('to a private host is a configuration error that names the host', () => {
    const cause = new PrivateHostError('no')
    const error = lost(new NetworkError('x', { delivery: 'NOT_SENT', cause }))
    expect(error).toBeInstanceOf(ConfigError)
    expect(error).toMatchObject({ platform: 'sample', cause })
    expect(error.message).toContain('api.sample.example')
  })

  it('with a response that is too long is a failure of the network', () => {
    const cause = new ReplyTooBigError('More than 5 bytes.')
    const error = lost(new NetworkError('x', { cause }))
    expect(error).toBeInstanceOf(PlatformError)
    expect(error.message).toContain('More than 5 bytes.')
  })

  it.each([
    ['NOT_SENT', 'could not be reached'],
    ['UNKNOWN', 'did not respond'],
  ] as const)('keeps the delivery state: %s', (delivery, phrase) => {
    const thrown = new NetworkError('it was cut.', { delivery, timedOut: true })
    const error = lost(thrown)
    expect(error).toMatchObject({ platform: 'sample', delivery, timedOut: true, cause: thrown })
    expect(error.message).toBe(`sample ${phrase}: it was cut.`)
  })

  it('keeps the deeper cause', () => {
    const cause = new Error('ECONNRESET')
    expect(lost(new NetworkError('x', { cause })).cause).toBe(cause)
  })

  it('is unchanged if it already names a network or is not an outage', () => {
    const named = new NetworkError('x', { platform: 'sample' })
    const refusal = new AuthError('x')
    expect(lost(named)).toBe(named)
    expect(lost(refusal)).toBe(refusal)
  })

  it.each([new TypeError('fetch failed'), 'a string', undefined, null])(
    'of a custom transport may have been delivered: %s',
    (thrown) => {
      const error = lost(thrown)
      expect(error).toBeInstanceOf(NetworkError)
      expect(error).toMatchObject({ platform: 'sample', delivery: 'UNKNOWN' })
      expect(error.cause).toBe(thrown)
      expect(error.message).toContain('POST api.sample.example/posts')
      expect(error.message).not.toContain('hunter2')
    },
  )
})
