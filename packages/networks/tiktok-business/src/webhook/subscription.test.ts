import { AppCredentials, ConfigError } from '@social/core/platform'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { tiktokBusiness } from '../platform.js'
import { stopAppUpdates } from './index.js'

const UPDATE = 'POST /open_api/v1.3/business/webhook/update/'
const DELETE = 'POST /open_api/v1.3/business/webhook/delete/'
const ADDRESS = 'https://app.example/social/webhooks/tiktok_business'
const app = new AppCredentials({ platform: 'tiktok_business', clientId: '77', clientSecret: 'shh-shh-shh' })

const platform = tiktokBusiness({ webhooks: true, webhookUrl: ADDRESS })
const DONE = { code: 0, message: 'OK', data: {} }
const outage = { status: 500, body: '' }

function aSubscribingCall(changes: { readonly app?: null } = {}) {
  let attempts = 0
  // The first attempt fails. The library retries it, because repeating the request has no further
  // effect.
  const reply = () => ((attempts += 1) === 1 ? outage : DONE)
  const replies = { [UPDATE]: reply, [DELETE]: reply }
  return aCall({ platform, connection: anAccount(), app, replies, ...changes })
}

describe('a webhook subscription', () => {
  it.each([null, ['COMMENT']])(
    'covers every comment of the app, authenticated by its secret: %j',
    async (kinds) => {
      const call = aSubscribingCall()
      await platform.startUpdates({ kinds }, call)
      const json = { app_id: '77', secret: 'shh-shh-shh', event_type: 'COMMENT', callback_url: ADDRESS }
      expect(call.transport.requests.map((request) => [request.key, request.json])).toEqual([
        [UPDATE, json],
        [UPDATE, json],
      ])
      for (const { headers } of call.transport.requests) expect(headers).not.toHaveProperty('access-token')
    },
  )

  it('is deleted for the whole app', async () => {
    const call = aSubscribingCall()
    await stopAppUpdates(call)
    const json = { app_id: '77', secret: 'shh-shh-shh', event_type: 'COMMENT' }
    expect(call.transport.requests.map((request) => [request.key, request.json])).toEqual([
      [DELETE, json],
      [DELETE, json],
    ])
    for (const { headers } of call.transport.requests) expect(headers).not.toHaveProperty('access-token')
  })

  it('is refused for another kind with a short message, before any request', async () => {
    const call = aSubscribingCall()
    const starting = platform.startUpdates({ kinds: ['COMMENT', `VIDEO${'x'.repeat(99)}`] }, call)
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(`kinds does not accept "VIDEO${'x'.repeat(35)}"`)
    expect(call.transport.requests).toEqual([])
  })

  it('requires its own app, and webhookUrl', async () => {
    await expect(platform.startUpdates({ kinds: null }, aSubscribingCall({ app: null }))).rejects.toThrow(
      /tiktok_business.*TikTok Accounts/,
    )
    const without = tiktokBusiness({ webhooks: true })
    await expect(without.startUpdates({ kinds: null }, aSubscribingCall())).rejects.toThrow(
      'webhookUrl: "https',
    )
  })

  it('cannot be ended for one account, and the error names stopAppUpdates', async () => {
    await expect(platform.stopUpdates(aSubscribingCall())).rejects.toThrow(
      /stopping pushed updates for one account.*account\.run\(stopAppUpdates\)/,
    )
  })
})
