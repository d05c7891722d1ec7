import { describe, expect, it } from 'vitest'

import { AtMastodon, idsOf } from '../../__fixtures__/at-mastodon.js'
import { ControlError } from '../../framework/control/operations.js'
import type { MastodonOptions } from '../settings.js'

/** Creates a server with five notifications for Ada. */
function reported(options: MastodonOptions) {
  const server = new AtMastodon(options)
  const token = server.signIn('ada')
  for (const text of ['1', '2', '3', '4', '5']) server.control.mention({ by: 'bo', of: 'ada', text })
  const list = async (query: Record<string, string> = {}) =>
    idsOf((await server.call('GET /api/v1/notifications', { token, query })).body)
  return { server, list }
}

describe('notifications of other server software', () => {
  it('may have ids that do not show their order', async () => {
    const { list } = reported({ notificationIds: 'RANDOM' })
    const ids = await list()

    expect(ids).not.toEqual(ids.toSorted().toReversed())
    expect(await list({ min_id: ids[4] ?? '', limit: '2' })).toEqual([ids[2], ids[3]])
    expect(await list({ max_id: ids[1] ?? '' })).toEqual(ids.slice(2))
  })

  it('may have ids with times', async () => {
    const { list } = reported({ notificationIds: 'TIMED' })

    for (const id of await list()) expect(id).toMatch(/^2026-11-21T12:00:00\.000Z\/mention\/.{20}$/)
  })

  it('may return the newest page for any min_id', async () => {
    const { list } = reported({ notificationPages: 'NEWEST' })
    const ids = await list()

    expect(await list({ min_id: ids[4] ?? '', limit: '2' })).toEqual(ids.slice(0, 2))
    expect(await list({ min_id: ids[1] ?? '' })).toEqual(ids.slice(0, 1))
    expect(await list({ min_id: 'gone' })).toEqual(ids)
  })

  it('may include the item of min_id', async () => {
    const { list } = reported({ notificationPages: 'INCLUSIVE' })
    const ids = await list()

    expect(await list({ min_id: ids[1] ?? '' })).toEqual(ids.slice(0, 2))
    expect(await list({ max_id: ids[3] ?? '' })).toEqual(ids.slice(3))
  })

  it.each([{ notificationIds: 'ODD' }, { notificationPages: 'BACK' }])(
    'are refused when set to %j',
    (options) => {
      // safe cast: tests a wrong value that JavaScript callers can pass
      expect(() => reported(options as never)).toThrow(ControlError)
    },
  )
})
