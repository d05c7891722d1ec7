import { describe, expect, it, vi } from 'vitest'

import { ConfigError, NetworkError, PlatformError, RateLimitError, UpdateBusyError } from '../errors/index.js'
import { Dispatcher } from '../events/handling/dispatcher.js'
import { aRequest, textOf } from './__fixtures__/browser.js'
import { FakeRoutesClient } from './__fixtures__/fake-routes-client.js'
import { signed, three, webhooks } from './__fixtures__/pushed.js'
import { Routes } from './routes.js'

/** Makes a function for secrets that rejects with the given error. */
const failing = (error: unknown) => async (): Promise<never> => {
  throw error
}

describe('a webhook', () => {
  it('delivers every update of a message in order, and then responds with success', async () => {
    const { delivered, push } = webhooks()
    const reply = await push(three)
    expect([reply.status, textOf(reply)]).toEqual([200, '{"ok":true}'])
    expect(delivered.map(({ id }) => id)).toEqual(['1', '2', '\u00fc'])
  })

  it('responds only after deliver has ended', async () => {
    const order: string[] = []
    const { push } = webhooks({
      deliver: async ({ id }) => {
        await new Promise((resolve) => setImmediate(resolve))
        order.push(id)
      },
    })
    await push(three)
    order.push('answered')
    expect(order).toEqual(['1', '2', '\u00fc', 'answered'])
  })

  it('accepts a message without updates', async () => {
    const { delivered, push } = webhooks()
    expect((await push('{"updates":[]}')).status).toBe(200)
    expect(delivered).toEqual([])
  })

  // Holds R-0166.
  it('refuses every invalid signature with the same response, and does nothing else', async () => {
    const deliver = vi.fn<() => void>()
    const { client, push } = webhooks({ deliver })
    const read = vi.spyOn(client, 'readUpdates')
    const { 'x-hub-signature-256': right = '' } = signed(three)
    const replies = [
      await push(three, {}),
      await push(three, { 'x-hub-signature-256': right.slice(7) }),
      await push(three, signed(three, 'wrong')),
      await push(`${three} `, signed(three)),
      await push('{', { 'x-hub-signature-256': 'sha256=\u00ff' }),
    ]
    for (const reply of replies) {
      expect(reply).toEqual(replies[0])
      expect([reply.status, reply.contentType, textOf(reply)]).toEqual([
        401,
        'text/plain; charset=utf-8',
        'Refused.',
      ])
    }
    expect(read).not.toHaveBeenCalled()
    expect(deliver).not.toHaveBeenCalled()
  })

  it('tries every secret, and calls the function for secrets each time', async () => {
    const secrets = ['old', 'right']
    const ask = vi.fn<() => Promise<readonly string[]>>(() => Promise.resolve(secrets))
    const { push } = webhooks({ secrets: { fake: ask } })
    expect((await push(three)).status).toBe(200)
    secrets.pop()
    expect((await push(three)).status).toBe(401)
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('accepts any content type', async () => {
    const { push } = webhooks()
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense'])
      expect((await push(three, { ...signed(three), 'content-type': type })).status).toBe(200)
  })

  it('refuses a body that is too big before it is verified', async () => {
    const { client, push } = webhooks({ maxBodyBytes: 10 })
    expect((await push(three)).status).toBe(413)
    expect(client.checked).toEqual([])
  })

  // Holds R-0393.
  it('returns 404 for networks without webhooks, without a secret, or unknown networks', async () => {
    const { client, push } = webhooks({ secrets: {} })
    const statusOf = async (name: string) => (await push(three, signed(three), `/webhooks/${name}`)).status
    expect([await statusOf('other'), await statusOf('fake'), await statusOf('nobody')]).toEqual([
      400, 404, 404,
    ])
    expect(client.checked).toEqual([])
  })

  it('responds to a verified message that cannot be parsed without throwing', async () => {
    const { push } = webhooks()
    expect((await push('{')).status).toBe(400)
  })

  it('delivers every update of a message, and throws the error of deliver', async () => {
    const ids: string[] = []
    const boom = new Error('boom')
    const { push } = webhooks({
      deliver: ({ id }) => {
        ids.push(id)
        if (id === '2') throw boom
      },
    })
    await expect(push(three)).rejects.toMatchObject({ cause: boom })
    expect(ids).toEqual(['1', '2', '\u00fc'])
  })

  it('throws every failure of a message in one error', async () => {
    const busy = new UpdateBusyError('in other hands', { retryAfter: 5 })
    const boom = new Error('boom')
    const { push } = webhooks({
      deliver: ({ id }) => {
        if (id !== '1') throw id === '2' ? busy : boom
      },
    })
    const raised: unknown = await push(three).catch((error: unknown) => error)
    expect(raised).toMatchObject({ cause: { errors: [busy, boom] } })
  })

  it('accepts the maximum batch of Meta, and handles every update once', async () => {
    const client = new FakeRoutesClient()
    const dispatcher = new Dispatcher({ seen: client.seenUpdates, clock: client.clock })
    const ids: string[] = []
    let isBroken = true
    dispatcher.onAny(({ id }) => {
      if (Number(id) % 2 === 0 && isBroken) throw new Error('boom')
      ids.push(id)
    })
    const { push } = webhooks({ deliver: dispatcher.deliver })
    const comment = '\\ud83d\\ude00'.repeat(1000)
    const updates = Array.from(
      { length: 1000 },
      (_, at) => `{"id":"${at}","account":"42","text":"${comment}"}`,
    )
    const batch = `{"updates":[${updates.join(',')}]}`
    expect(batch.length).toBeGreaterThan(12_000_000)
    await expect(push(batch)).rejects.toThrow('deliver failed')
    expect(ids).toHaveLength(500)
    isBroken = false
    expect((await push(batch)).status).toBe(200)
    expect([ids.length, new Set(ids).size]).toEqual([1000, 1000])
  })

  it.each(['gzip', 'br', 'deflate, gzip', 'GZIP'])(
    'refuses a signed body that is compressed: %s',
    async (coding) => {
      const { delivered, push } = webhooks()
      const reply = await push(three, { ...signed(three), 'content-encoding': coding })
      expect([reply.status, reply.contentType, textOf(reply)]).toEqual([
        415,
        'text/plain; charset=utf-8',
        'Refused.',
      ])
      expect(delivered).toEqual([])
    },
  )

  it('accepts a body with the content coding identity', async () => {
    const { push } = webhooks()
    expect((await push(three, { ...signed(three), 'content-encoding': 'identity' })).status).toBe(200)
  })

  it('wraps an error with a status, so that the framework responds with 500', async () => {
    const gone = new PlatformError('gone', { platform: 'fake', statusCode: 404 })
    const { push } = webhooks({ deliver: () => Promise.reject(gone) })
    const raised: unknown = await push(three).catch((error: unknown) => error)
    expect(raised).toBeInstanceOf(Error)
    expect(raised).toHaveProperty('cause.errors', [gone, gone, gone])
    expect(raised).not.toHaveProperty('statusCode')
    expect(String(raised)).not.toContain('gone')
  })

  it('requests a retry when another worker holds the update', async () => {
    const { push } = webhooks({
      deliver: () => Promise.reject(new UpdateBusyError('in other hands', { retryAfter: 5 })),
    })
    const reply = await push(three)
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5'])
  })

  it('passes a dispatcher once for each update, even if it is sent repeatedly', async () => {
    const client = new FakeRoutesClient()
    const dispatcher = new Dispatcher({ seen: client.seenUpdates, clock: client.clock })
    const ids: string[] = []
    let isBroken = true
    dispatcher.on('COMMENT_CREATED', ({ id }) => {
      if (id === '2' && isBroken) throw new Error('boom')
      ids.push(id)
    })
    const { push } = webhooks({ deliver: dispatcher.deliver })
    await expect(push(three)).rejects.toMatchObject({ cause: expect.any(AggregateError) })
    isBroken = false
    await push(three)
    await push(three)
    expect(ids).toEqual(['1', '\u00fc', '2'])
  })

  it.each([
    [new NetworkError('The keys are away.'), '30'],
    [new RateLimitError('Too many.', { retryAfter: 7.2 }), '8'],
  ])('requests a retry while the secret is unavailable: $name', async (error, retryAfter) => {
    const { push, delivered } = webhooks({ secrets: { fake: failing(error) } })
    const reply = await push(three)
    expect(reply.status).toBe(503)
    expect(reply.headers['retry-after']).toBe(retryAfter)
    expect(reply.body).not.toContain(error.message)
    expect(delivered).toEqual([])
  })

  it.each([new Error('a mistake'), 'a string', undefined])(
    'passes a permanent error of the function for secrets to the framework: %s',
    async (error) => {
      const { push } = webhooks({ secrets: { fake: failing(error) } })
      await expect(push(three)).rejects.toThrow('secrets failed')
    },
  )

  it('throws for an invalid secret', async () => {
    const { push } = webhooks({ secrets: { fake: () => '' } })
    await expect(push(three)).rejects.toMatchObject({ cause: expect.any(ConfigError) })
  })
})

describe('an update without a connection', () => {
  const nobodys = '{"updates":[{"id":"1"}]}'

  it('gets the connection that the application returns, and keeps the raw data', async () => {
    const { delivered, push } = webhooks({
      resolveConnection: ({ raw }) => Promise.resolve(`fake:${String(raw['id'])}`),
    })
    await push(nobodys)
    expect(delivered[0]?.connectionId).toBe('fake:1')
    expect([delivered[0]?.raw, delivered[0]?.envelope]).toEqual([{ id: '1' }, { page: '7' }])
  })

  it('is delivered once for each connection that the application returns', async () => {
    const { delivered, push } = webhooks({ resolveConnection: () => ['fake:1', 'fake:2'] })
    await push(nobodys)
    expect(delivered.map(({ id, connectionId }) => [id, connectionId])).toEqual([
      [delivered[0]?.id, 'fake:1'],
      [delivered[0]?.id, 'fake:2'],
    ])
  })

  it('stays unchanged if the application returns none, or has no resolveConnection', async () => {
    for (const options of [{}, { resolveConnection: () => null }, { resolveConnection: () => [] }]) {
      const { delivered, push } = webhooks(options)
      await push(nobodys)
      expect(delivered[0]?.connectionId).toBe('')
    }
  })

  it('does not prevent the delivery of others when its connection cannot be resolved', async () => {
    const { delivered, push } = webhooks({
      resolveConnection: ({ raw }) => (raw['id'] === '1' ? 'other:1' : 'fake:2'),
    })
    await expect(push('{"updates":[{"id":"1"},{"id":"2"}]}')).rejects.toMatchObject({
      cause: expect.any(ConfigError),
    })
    expect(delivered.map(({ connectionId }) => connectionId)).toEqual(['fake:2'])
  })

  it('is delivered for every other connection when one of them fails', async () => {
    const given: string[] = []
    const { push } = webhooks({
      resolveConnection: () => ['fake:1', 'fake:2'],
      deliver: ({ connectionId }) => {
        given.push(connectionId)
        if (connectionId === 'fake:1') throw new Error('boom')
      },
    })
    await expect(push(nobodys)).rejects.toThrow('deliver failed')
    expect(given).toEqual(['fake:1', 'fake:2'])
  })

  it('is not delivered for a connection of another network', async () => {
    const { push } = webhooks({ resolveConnection: () => 'other:1' })
    await expect(push(nobodys)).rejects.toMatchObject({ cause: expect.any(ConfigError) })
  })
})

// Holds R-0179, R-0180.
it('two networks have their own secret and verify token, and accept no other', async () => {
  const client = new FakeRoutesClient()
  client.platforms['second'] = { ...client.platforms['fake'] }
  const routes = new Routes(client, {
    redirectUri: 'https://app.example/social/callback/{platform}',
    secrets: { fake: 'one', second: 'two' },
    setupTokens: { fake: 'first', second: 'other' },
    deliver: () => {},
  })
  const push = async (name: string, secret: string) => {
    const request = { headers: signed(three, secret), body: three }
    return (await routes.answer(aRequest('POST', `/webhooks/${name}`, request))).status
  }
  const setUp = async (name: string, token: string) => {
    const query = `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1`
    return (await routes.answer(aRequest('GET', `/webhooks/${name}?${query}`))).status
  }
  expect([await push('fake', 'one'), await push('fake', 'two')]).toEqual([200, 401])
  expect([await push('second', 'one'), await push('second', 'two')]).toEqual([401, 200])
  expect([await setUp('fake', 'first'), await setUp('fake', 'other')]).toEqual([200, 403])
  expect([await setUp('second', 'first'), await setUp('second', 'other')]).toEqual([403, 200])
})

describe('a setup check', () => {
  const right = 'hub.mode=subscribe&hub.verify_token=token&hub.challenge=1158'

  it('is answered with the challenge as plain text', async () => {
    const { routes } = webhooks()
    const reply = await routes.answer(aRequest('GET', `/webhooks/fake?${right}`))
    expect([reply.status, reply.contentType, textOf(reply)]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158',
    ])
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
  })

  it('is answered with the MIME type of the network', async () => {
    const { routes } = webhooks({ setupTokens: { json: 'secret' } })
    const reply = await routes.answer(aRequest('GET', '/webhooks/json?challengeCode=1'))
    expect([reply.contentType, textOf(reply)]).toEqual(['application/json', '{"ok":true}'])
  })

  it('is refused with 403 and nothing else', async () => {
    const { routes } = webhooks()
    for (const query of ['', right.replace('=token', '=wrong'), right.replace('subscribe', 'x')]) {
      const reply = await routes.answer(aRequest('GET', `/webhooks/fake?${query}`))
      expect([reply.status, textOf(reply)]).toEqual([403, 'Refused.'])
    }
  })

  it('returns 404 for networks without a setup check, without a token, or unknown networks', async () => {
    const { routes } = webhooks({ setupTokens: {} })
    const statusOf = async (name: string) =>
      (await routes.answer(aRequest('GET', `/webhooks/${name}?${right}`))).status
    expect([await statusOf('other'), await statusOf('fake'), await statusOf('nobody')]).toEqual([
      400, 404, 404,
    ])
  })
})

describe('a method that a route does not support', () => {
  it('is refused with the supported methods', async () => {
    const { routes } = webhooks()
    for (const [method, path, allow] of [
      ['POST', '/connect/fake', 'GET'],
      ['HEAD', '/connect/fake', 'GET'],
      ['OPTIONS', '/choose/fake', 'POST'],
      ['GET', '/choose/fake', 'POST'],
      ['PUT', '/callback/fake', 'GET, POST'],
      ['DELETE', '/webhooks/fake', 'GET, POST'],
      ['POST', '/media/abc', 'GET, HEAD'],
    ] as const) {
      const reply = await routes.answer(aRequest(method, path))
      expect([path, reply.status, reply.headers['allow']]).toEqual([path, 405, allow])
    }
  })
})
