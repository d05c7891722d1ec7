import { describe, expect, it } from 'vitest'

import { AuthError, ConfigError, NetworkError, PlatformError, RateLimitError } from '../../errors/index.js'
import { aSignIn } from '../__fixtures__/a-sign-in.js'
import { jsonOf } from '../__fixtures__/browser.js'
import { aConnection } from '../__fixtures__/fake-routes-client.js'
import type { RoutesOptions } from '../options.js'

async function failing(error: Error, options: Partial<RoutesOptions> = {}) {
  const { client, browser } = aSignIn(options)
  client.onFinish = () => {
    throw error
  }
  const state = await browser.connect('/connect/fake?state=abc')
  const target = `/callback/fake?code=1&state=${state}`
  return { client, browser, target, reply: await browser.get(target) }
}

describe('a sign-in that fails', () => {
  it('reports the reason, and is over after a refusal of the network', async () => {
    const { browser, target, reply } = await failing(
      new AuthError('You pressed cancel.', { platform: 'fake' }),
    )
    expect([reply.status, jsonOf(reply)]).toEqual([
      401,
      { error: 'Fake did not accept the sign-in. Connect the account again.', platform: 'fake' },
    ])
    expect(browser.cookies.size).toBe(0)
    expect((await browser.get(target)).status).toBe(400)
  })

  it('can be retried after an outage of the network', async () => {
    for (const error of [
      new NetworkError('The network cannot be reached.'),
      new PlatformError('The network failed.', { platform: 'fake', statusCode: 503 }),
    ]) {
      const { client, browser, target, reply } = await failing(error)
      expect(reply.status).toBe(502)
      client.onFinish = () => ({ step: 'FINISHED', connection: aConnection() })
      expect(jsonOf(await browser.get(target))).toMatchObject({ step: 'connected', state: 'abc' })
    }
  })

  it('is over after every other failure', async () => {
    for (const error of [
      new PlatformError('Nobody expected that.', { platform: 'fake', statusCode: 400 }),
      new PlatformError('No status.', { platform: 'fake' }),
      new RateLimitError('Slow down.', { platform: 'fake', retryAfter: 1.2 }),
    ]) {
      const { browser, target } = await failing(error)
      expect((await browser.get(target)).status).toBe(400)
    }
  })

  // Holds R-0502.
  it('reports the wait to the browser, rounded up', async () => {
    const { reply } = await failing(new RateLimitError('Slow down.', { retryAfter: 1.2 }))
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, '2'])
  })

  // Holds R-0489.
  it('throws mistakes of the application, and unknown errors', async () => {
    for (const cause of [new ConfigError('no storage'), new TypeError('boom')])
      await expect(failing(cause)).rejects.toMatchObject({ cause })
  })

  it('responds to a failed start without throwing', async () => {
    const { client, browser } = aSignIn()
    client.onStart = () => Promise.reject(new NetworkError('The network cannot be reached.'))
    const reply = await browser.get('/connect/fake')
    expect(reply.status).toBe(502)
    expect(browser.cookies.size).toBe(0)
  })

  it.each([
    ['an object', { language: 'de' }, 'Fake hat die Anmeldung nicht angenommen.'],
    ['a function of the request', () => ({ language: 'de-AT' }), 'Fake hat die Anmeldung nicht angenommen.'],
    ['an invalid language of a visitor', () => ({ language: '*' }), 'Fake did not accept the sign-in.'],
  ])('answers in the language of messages: %s', async (_what, messages, start) => {
    const { reply } = await failing(new AuthError('code 7', { platform: 'fake' }), {
      messages,
    })
    expect(jsonOf(reply)['error']).toContain(start)
  })
})
