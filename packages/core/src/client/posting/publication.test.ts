import { describe, expect, it } from 'vitest'

import { ConfigError } from '../../errors/index.js'
import { keyOf } from './publication.js'

const key = (idempotencyKey: unknown) =>
  keyOf('sample:1', 'post', { idempotencyKey: idempotencyKey as string }) // wrong types on purpose: JavaScript callers can pass anything

describe('the key of a publish', () => {
  it.each([undefined, {}, { idempotencyKey: undefined }])(
    'is generated if missing, each time a different one: %j',
    (options) => {
      const [one, two] = [keyOf('sample:1', 'post', options), keyOf('sample:1', 'post', options)]
      expect(one).toMatchObject({ isNewKey: true, key: { connectionId: 'sample:1', operation: 'post' } })
      expect(one.key.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
      expect(two.key.idempotencyKey).not.toBe(one.key.idempotencyKey)
    },
  )

  it.each(['k', 'a'.repeat(255)])('is the given key', (given) => {
    expect(key(given)).toEqual({
      isNewKey: false,
      key: { connectionId: 'sample:1', operation: 'post', idempotencyKey: given },
    })
  })

  it.each(['', 5, null, {}, ['k'], 'a'.repeat(10_000)])('is refused if invalid: %j', (given) => {
    expect(() => key(given)).toThrow(ConfigError)
    expect(() => key(given)).toThrow(/idempotencyKey must be text of 1 to \d+ characters/)
  })
})
