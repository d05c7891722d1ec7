import { describe, expect, it } from 'vitest'

import { channels } from '../../diagnostics/channels.js'
import { ConfigError } from '../../errors/index.js'
import { askWhich, aSignIn } from '../__fixtures__/a-sign-in.js'
import { jsonOf } from '../__fixtures__/browser.js'

describe('a sign-in under attack', () => {
  const unknown = { error: expect.stringContaining('This sign-in is unknown') }

  it('refuses a missing, invented or too long state', async () => {
    const { client, browser } = aSignIn()
    for (const query of ['', 'state=', 'state=user-42', `state=${'x'.repeat(5000)}`]) {
      const reply = await browser.get(`/callback/fake?code=1&${query}`)
      expect([reply.status, jsonOf(reply)]).toEqual([400, unknown])
    }
    expect(client.finished).toEqual([])
  })

  it('refuses a state in another browser, and keeps the sign-in for the browser that started it', async () => {
    const { client, browser, stranger } = aSignIn()
    const state = await browser.connect()
    await stranger.connect()
    expect((await stranger.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect(client.finished).toEqual([])
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(200)
  })

  it('explains a missing cookie to the operator, for example after a start over plain http', async () => {
    const { browser, stranger } = aSignIn()
    const state = await browser.connect()
    const warnings: unknown[] = []
    const heard = (message: unknown): void => void warnings.push(message)
    channels.warning.subscribe(heard)
    await stranger.get(`/callback/fake?code=1&state=${state}`)
    channels.warning.unsubscribe(heard)
    expect(warnings).toMatchObject([
      {
        platform: 'fake',
        message:
          'A person returned to redirectUri without the cookie of the sign-in. Start sign-ins at https://app.example, not at another address. Browsers drop the cookie of a page over plain http.',
      },
    ])
  })

  it('refuses an invented cookie', async () => {
    const { client, browser, stranger } = aSignIn()
    const state = await browser.connect()
    for (const name of browser.cookies.keys()) stranger.cookies.set(name, 'AAAA')
    expect((await stranger.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect(client.finished).toEqual([])
  })

  it('refuses a state of another network', async () => {
    const { client, browser } = aSignIn()
    const state = await browser.connect()
    expect((await browser.get(`/callback/other?code=1&state=${state}`)).status).toBe(400)
    expect(client.finished).toEqual([])
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(200)
  })

  it('refuses a repeated callback, also a concurrent one', async () => {
    const { client, browser } = aSignIn()
    const state = await browser.connect()
    const cookies = new Map(browser.cookies)
    const replies = await Promise.all([1, 2].map(() => browser.get(`/callback/fake?code=1&state=${state}`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 400])
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect(client.finished).toHaveLength(1)
  })

  it('refuses the callback during the choice of an account, and the choice before the callback', async () => {
    const { client, browser } = aSignIn()
    askWhich(client)
    const state = await browser.connect()
    expect((await browser.post('/choose/fake', { state, account_id: '7' })).status).toBe(400)
    await browser.get(`/callback/fake?code=1&state=${state}`)
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
    expect((await browser.post('/choose/fake', { state })).status).toBe(400)
    expect((await browser.post('/choose/fake', { state, account_id: '7' })).status).toBe(200)
    expect(client.chosen).toHaveLength(1)
  })

  it('refuses a choice in another browser', async () => {
    const { client, browser, stranger } = aSignIn()
    askWhich(client)
    const state = await browser.connect()
    await browser.get(`/callback/fake?code=1&state=${state}`)
    expect((await stranger.post('/choose/fake', { state, account_id: '7' })).status).toBe(400)
    expect(client.chosen).toEqual([])
  })

  it('forgets a sign-in after ten minutes', async () => {
    const { client, browser } = aSignIn()
    const state = await browser.connect()
    await client.clock.advance(600)
    expect((await browser.get(`/callback/fake?code=1&state=${state}`)).status).toBe(400)
  })

  it('separates two tabs', async () => {
    const { browser } = aSignIn()
    const one = await browser.connect('/connect/fake?state=one')
    const two = await browser.connect('/connect/fake?state=two')
    expect(browser.cookies.size).toBe(2)
    expect(jsonOf(await browser.get(`/callback/fake?code=1&state=${one}`))['state']).toBe('one')
    expect(jsonOf(await browser.get(`/callback/fake?code=1&state=${two}`))['state']).toBe('two')
    expect(browser.cookies.size).toBe(0)
  })

  it('refuses a platform that replaces the state', async () => {
    const { client, browser } = aSignIn()
    client.onStart = () => ({
      step: 'SEND_TO_NETWORK',
      url: 'https://a.example/',
      state: 'user-42',
      remember: {},
    })
    await expect(browser.get('/connect/fake')).rejects.toMatchObject({ cause: expect.any(ConfigError) })
  })
})

describe('the request of a visitor', () => {
  it('never causes a failure of the application', async () => {
    const { browser } = aSignIn()
    expect((await browser.get('/connect/nobody')).status).toBe(404)
    expect((await browser.get('/connect/constructor')).status).toBe(404)
    for (const query of [
      'host=two.example',
      'host=%00',
      'host=one.example:99999',
      'host=::::',
      `host=${'a'.repeat(300)}`,
      'host=127.0.0.1',
      '',
    ]) {
      const reply = await browser.get(`/connect/servers?${query}`)
      expect([query, reply.status]).toEqual([query, 400])
    }
    expect((await browser.get('/connect/fake?host=two.example')).status).toBe(400)
    expect((await browser.get('/connect/free?host=nonsense%20host')).status).toBe(400)
    expect((await browser.get(`/connect/fake?state=${'x'.repeat(3000)}`)).status).toBe(400)
  })

  it('may name a server that only the platform can check', async () => {
    const { client, browser } = aSignIn()
    client.apps.add('free localhost')
    client.onStart = () => {
      throw new ConfigError('localhost is not a host on the public internet.', { platform: 'free' })
    }
    expect((await browser.get('/connect/free?host=localhost')).status).toBe(400)
    await expect(browser.get('/connect/free')).rejects.toMatchObject({ cause: expect.any(ConfigError) })
  })

  // Holds R-0151.
  it('may name a server in any notation', async () => {
    const { client, browser } = aSignIn()
    await browser.connect('/connect/servers?host=https://One.Example/')
    expect(client.started[0]?.host).toBe('one.example')
  })

  it('throws for a missing app, which is a mistake of the application', async () => {
    const { client, browser } = aSignIn()
    client.apps.delete('fake')
    await expect(browser.get('/connect/fake')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('Storage.saveApp') },
    })
  })
})
