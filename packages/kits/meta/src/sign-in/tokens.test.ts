import { aCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { exchangeFields, refreshFields, tradeToken } from './tokens.js'

const URL_OF = 'https://graph.instagram.com/access_token'
const app = { clientId: '11', clientSecret: 'shh-shh-shh' }

it('has the field names of each network', () => {
  expect(exchangeFields('fb', app, 'short')).toEqual({
    grant_type: 'fb_exchange_token',
    client_id: '11',
    client_secret: 'shh-shh-shh',
    fb_exchange_token: 'short',
  })
  expect(exchangeFields('ig', app, 'short')).toEqual({
    grant_type: 'ig_exchange_token',
    client_secret: 'shh-shh-shh',
    access_token: 'short',
  })
  expect(refreshFields('th', 'long')).toEqual({ grant_type: 'th_refresh_token', access_token: 'long' })
})

it('reads a token without an expiry if the network sent no readable one', async () => {
  for (const [reply, expiresAt] of [
    [{ access_token: 'long', token_type: 'bearer', expires_in: 5_184_000 }, expect.any(Date)],
    [{ access_token: 'long', expires_in: 'soon' }, null],
    [{ access_token: 'long', expires_in: -1, refresh_token: 'never' }, null],
  ] as const) {
    const call = aCall({ replies: { 'GET /access_token': reply } })
    const token = await tradeToken(call, URL_OF, exchangeFields('ig', app, 'short'), { method: 'GET' })
    expect(token).toMatchObject({ accessToken: 'long', refreshToken: null, expiresAt })
    expect(call.transport.requests[0]?.headers).not.toHaveProperty('authorization')
  }
})

it('keeps its fields out of the URL if the network takes a form', async () => {
  const call = aCall({ replies: { 'POST /access_token': { access_token: 'long' } } })
  await tradeToken(call, URL_OF, exchangeFields('fb', app, 'short'), { method: 'POST' })
  const [request] = call.transport.requests
  expect(new URL(request?.url ?? '').search).toBe('')
})
