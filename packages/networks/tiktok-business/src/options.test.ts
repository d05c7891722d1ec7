import { keepsBounds } from '@social-internal/testing/bounds'
import { describe, expect, it } from 'vitest'

import { readSettings } from './options.js'

keepsBounds(readSettings, {
  recentPosts: { default: 25, min: 1, max: 100 },
  timeout: { default: 30, min: 0.1, max: 3600, fractions: true, unit: 'seconds', as: 'timeoutSeconds' },
  allowedAgeSeconds: { default: 300, min: 1, max: 86_400, fractions: true, unit: 'seconds' },
})

describe('tiktokBusiness()', () => {
  it('has webhooks off by default, and no webhookUrl', () => {
    expect(readSettings({})).toMatchObject({ webhooks: false, webhookUrl: null })
  })

  it.each(['https://app.example/social/webhooks/tiktok_business', 'http://127.0.0.1:3000/'])(
    'accepts the URL %s as webhookUrl',
    (webhookUrl) => {
      expect(readSettings({ webhooks: true, webhookUrl })).toMatchObject({ webhooks: true, webhookUrl })
    },
  )

  it.each(['/webhooks', 'app.example/webhooks', 'ftp://app.example/', 'xhttps://app.example/', 7])(
    'refuses %s, which is not a full http URL',
    (webhookUrl) => {
      // safe cast: the test passes an invalid value on purpose, as JavaScript callers can
      expect(() => readSettings({ webhooks: true, webhookUrl: webhookUrl as string })).toThrow(
        'the full URL of the webhook route, such as https://app.example/',
      )
    },
  )

  it('refuses webhookUrl without webhooks', () => {
    const webhookUrl = 'https://app.example/'
    for (const options of [{ webhookUrl }, { webhookUrl, webhooks: false }])
      expect(() => readSettings(options)).toThrow('requires webhooks: true')
  })

  it('refuses text for a boolean, and a misspelled option name', () => {
    expect(() => readSettings({ webhooks: 'yes' as unknown as true })).toThrow('true or false') // safe cast: the test passes an invalid value on purpose, as JavaScript callers can
    for (const [miss, name] of [
      ['recentPost', 'recentPosts'],
      ['webhook', 'webhooks'],
      ['webhookURL', 'webhookUrl'],
      ['timeOut', 'timeout'],
      ['allowedAge', 'allowedAgeSeconds'],
      ['address', 'addresses'],
    ] as const)
      expect(() => readSettings({ [miss]: 1 })).toThrow(name)
  })
})
