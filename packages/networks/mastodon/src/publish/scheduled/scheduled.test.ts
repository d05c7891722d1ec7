import { InvalidPostError, NotFoundError } from '@social/core/platform'
import { aCall, type CallSettings } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../../__fixtures__/an-account.js'
import scheduled from '../../__fixtures__/statuses.scheduled.json' with { type: 'json' }
import { mastodon } from '../../platform.js'
import { cancelScheduledPost, moveScheduledPost, scheduledPosts } from './scheduled.js'

const callOf = (replies: CallSettings['replies'] = {}) =>
  aCall({ platform: mastodon(), connection: anAccount(), replies })

describe('scheduled posts', () => {
  it('are listed page by page', async () => {
    const link = '<https://social.example/api/v1/scheduled_statuses?max_id=3220>; rel="next"'
    const call = callOf({
      'GET /api/v1/scheduled_statuses': { status: 200, headers: { link }, body: [scheduled] },
    })

    const page = await scheduledPosts({ after: '3300', limit: 100 }, call)

    expect(call.transport.requests[0]?.query).toEqual({ max_id: '3300', limit: '40' })
    expect(page).toEqual({
      items: [{ id: '3221', text: 'Later', publishAt: new Date('2026-12-01T09:00:00Z'), raw: scheduled }],
      next: '3220',
    })
  })

  it('are rescheduled', async () => {
    const call = callOf({ 'PUT /api/v1/scheduled_statuses/3221': scheduled })

    await moveScheduledPost('3221', '2030-12-01T09:00:00Z', call)

    expect(call.transport.requests[0]?.form).toEqual({ scheduled_at: '2030-12-01T09:00:00.000Z' })
  })

  it('are not rescheduled to a time that is too soon, without a request', async () => {
    const call = callOf()

    await expect(moveScheduledPost('3221', call.clock.now(), call)).rejects.toThrow(InvalidPostError)

    expect(call.transport.requests).toEqual([])
  })

  it('are cancelled', async () => {
    const path = '/api/v1/scheduled_statuses/3221'
    const call = callOf({ [`GET ${path}`]: scheduled, [`DELETE ${path}`]: {} })

    await cancelScheduledPost('3221', call)

    expect(call.transport.paths).toEqual([`GET ${path}`, `DELETE ${path}`])
  })

  it('are not found after they were published', async () => {
    await expect(cancelScheduledPost('1', callOf())).rejects.toThrow(NotFoundError)
  })
})
