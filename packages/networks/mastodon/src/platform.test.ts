import { PlatformChecks, RecordingTransport } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import instance from './__fixtures__/instance.v2.json' with { type: 'json' }
import notifications from './__fixtures__/notifications.page.json' with { type: 'json' }
import { rateLimitKey } from './limits/index.js'
import { mastodon } from './platform.js'

describe('mastodon keeps the contract', () => {
  const checks = new PlatformChecks({
    makePlatform: () => mastodon(),
    makeConnection: ({ accountId }) => anAccount({ accountId: `social.example:${accountId}`, extra: {} }),
    login: { host: 'social.example' },
    makeTransport: () =>
      new RecordingTransport({
        'GET /api/v2/instance': instance,
        'GET /api/v1/notifications': notifications,
      }),
  })
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- checks bring their own
  for (const check of checks) it(check.name, check.run)
})

describe('mastodon', () => {
  it('lists exactly the supported features', () => {
    expect([...mastodon().features].toSorted()).toEqual([
      'CREATE_APP',
      'DELETE_POST',
      'EDIT_POST',
      'LIKE',
      'LISTEN',
      'MESSAGES',
      'POST_IMAGE',
      'POST_TEXT',
      'POST_THREAD',
      'POST_VIDEO',
      'READ_LIKES',
      'READ_POST',
      'READ_STATS',
      'READ_THREAD',
      'READ_UPDATES_AFTER',
      'REPLY',
      'REPLY_TO_COMMENTS',
      'REPOST',
      'SCHEDULE',
      'START_CONVERSATIONS',
    ])
  })

  it('has a display name, and no developer portal', () => {
    expect(mastodon()).toMatchObject({
      displayName: 'Mastodon',
      developerPortal: null,
      loginHints: ['forceLogin', 'lang'],
    })
  })

  it('limits requests to public hosts, and uses the rate limits of the server', () => {
    expect(mastodon().http).toEqual({ rateLimitKey, fromPerson: true })
  })

  it('sends the token only to its own server', () => {
    const ada = anAccount()

    expect(mastodon().apiBase(ada)).toBe('https://social.example')
    expect(mastodon().origins(ada)).toEqual(['https://social.example'])
    expect(mastodon().authHeaders(ada)).toEqual({ authorization: 'Bearer secret-token' })
  })

  it('uses http for a server on loopback', () => {
    expect(mastodon().apiBase(anAccount({ host: '127.0.0.1:8080', accountId: '127.0.0.1:8080:1' }))).toBe(
      'http://127.0.0.1:8080',
    )
  })

  it('reads host and account id of a connection without extra', async () => {
    const { hostOf, serverAccountId } = await import('./map/index.js')
    const bare = anAccount({ host: null, accountId: 'social.example:8443:14715', extra: {} })

    expect(hostOf(bare)).toBe('social.example:8443')
    expect(serverAccountId(bare)).toBe('14715')
  })
})
