import { expect, it } from 'vitest'

import { definePlatform } from '../contract/index.js'
import { ConfigError, NotSupportedError, SignatureError } from '../errors/index.js'
import { ManualClock } from '../events/__fixtures__/manual-clock.js'
import { makeUpdate } from '../models/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { sample } from './__fixtures__/sample.js'
import { SocialClient } from './social-client.js'

it('a webhook message is read with the time of the client’s clock', () => {
  const clock = new ManualClock()
  const { features: _features, ...rest } = sample()
  const platform = definePlatform({
    ...rest,
    features: ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES', 'PUSH_UPDATES'],
    checkSignature: () => undefined,
    readUpdates: (_body: Uint8Array, _headers: unknown, now: Date) => [
      makeUpdate({ id: '1', kind: 'COMMENT_CREATED', platform: 'sample', connectionId: '', timestamp: now }),
    ],
  })
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform }, clock })
  expect(client.readUpdates('sample', new Uint8Array()).map(({ timestamp }) => timestamp)).toEqual([
    clock.now(),
  ])
})

/** Makes a client of a network whose webhook signatures are verified by `check`. */
function proving(check: (secret: string) => void) {
  const { features: _features, ...rest } = sample()
  const platform = definePlatform({
    ...rest,
    features: ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES', 'PUSH_UPDATES'],
    checkSignature: (_body, _headers, { secret }) => {
      check(typeof secret === 'string' ? secret : '')
    },
    readUpdates: () => [],
  })
  return new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform } })
}

it('is verified over its exact bytes, and refused as a parsed body', async () => {
  const client = proving(() => {})
  const given = [
    ['{}', {}],
    [{}, {}],
    [new Uint8Array(), new Headers()],
  ] as unknown as readonly [Uint8Array, Record<string, string>][] // wrong types on purpose, as JavaScript callers may pass them
  for (const [body, headers] of given) {
    await expect(client.checkSignature('sample', body, headers, { secret: 's' })).rejects.toThrow(ConfigError)
    expect(() => client.readUpdates('sample', body, headers)).toThrow(ConfigError)
  }
})

// Holds R-0196, R-0197.
it('is verified with any of several secrets, and refused with the last error', async () => {
  const client = proving((secret) => {
    if (secret !== 'new') throw new SignatureError(`Not by ${secret}.`, { platform: 'sample' })
  })
  const check = (secret: readonly string[]) =>
    client.checkSignature('sample', new Uint8Array(), {}, { secret })
  await expect(check(['old', 'new'])).resolves.toBeUndefined()
  await expect(check(['older', 'old'])).rejects.toThrow('Not by old.')
  await expect(check([])).rejects.toThrow('No webhook secret was given for sample: the list is empty.')
})

// Holds R-0200.
it('is not read by a platform that reads only one update of a message', () => {
  const { features: _features, ...rest } = sample()
  const platform = {
    ...rest,
    features: new Set(['POST_TEXT', 'PUSH_UPDATES'] as const),
    checkSignature: () => undefined,
    readUpdate: () =>
      makeUpdate({ id: '1', kind: 'MENTION', platform: 'sample', connectionId: '', timestamp: new Date() }),
  }
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform } })
  const read = () => client.readUpdates('sample', new Uint8Array())
  expect(read).toThrow(NotSupportedError)
  expect(read).toThrow('ignores the others')
})

it('stops at an error that is not a refusal, because another secret would not help', async () => {
  const asked: string[] = []
  const client = proving((secret) => {
    asked.push(secret)
    throw new ConfigError('The secret is no key.')
  })
  const checked = client.checkSignature('sample', new Uint8Array(), {}, { secret: ['one', 'two'] })
  await expect(checked).rejects.toThrow('The secret is no key.')
  expect(asked).toEqual(['one'])
})

// Holds R-0195.
it('names only the polling methods of a network without webhooks', () => {
  const { features: _features, ...rest } = sample()
  const features = ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES'] as const
  const after = {
    features: [...features, 'READ_UPDATES_AFTER'] as const,
    fetchUpdatesAfter: async () => ({ updates: [], marker: null, more: false }),
    markSeen: async () => undefined,
  }
  const refusal = (methods: object): string => {
    const platform = definePlatform({ ...rest, features, ...methods })
    const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform } })
    try {
      return client.answerSetupCheck('sample', {}, { verifyToken: 't' })
    } catch (error) {
      return NotSupportedError.is(error) ? error.message : String(error)
    }
  }
  expect(refusal({})).toMatch(/The network sends no webhooks, and its updates cannot be polled\.$/)
  expect(refusal({ fetchUpdates: async () => [] })).toMatch(
    /The network sends no webhooks\. Poll with account\.fetchUpdates instead\.$/,
  )
  expect(refusal(after)).toMatch(/Poll with account\.fetchUpdatesAfter instead\.$/)
  expect(refusal({ ...after, fetchUpdates: async () => [] })).toMatch(
    /Poll with account\.fetchUpdates or account\.fetchUpdatesAfter instead\.$/,
  )
})

it('answers a setup check only if the application passes the verify token', () => {
  const { features: _features, ...rest } = sample()
  const platform = definePlatform({
    ...rest,
    features: ['POST_TEXT', 'POST_IMAGE', 'DELETE_POST', 'MESSAGES', 'PUSH_UPDATES'],
    answerSetupCheck: (params, { verifyToken }) => `${params['challenge']} for ${verifyToken}`,
    checkSignature: () => undefined,
    readUpdates: () => [],
  })
  const client = new SocialClient({ storage: new InMemoryStorage(), platforms: { sample: platform } })

  expect(client.answerSetupCheck('sample', { challenge: '7' }, { verifyToken: 't' })).toBe('7 for t')
  for (const given of [undefined, null, 't', {}, { verifyToken: '' }] as never[])
    // Wrong types on purpose, as JavaScript callers may pass them.
    expect(() => client.answerSetupCheck('sample', { challenge: '7' }, given)).toThrow(ConfigError)
})
