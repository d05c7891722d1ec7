import { Connection } from '@social/core/platform'
import { aCall, inTurn } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { subscribing } from './subscribing.js'

const connection = new Connection({
  platform: 'sample',
  accountId: '7',
  accountName: 'Cakes',
  token: { accessToken: 't' },
})
const platform = {
  name: 'sample',
  origins: () => ['https://graph.example'],
  apiBase: () => 'https://graph.example/v26.0',
  authHeaders: () => ({}),
  readError: () => null,
}
const START = 'POST /v26.0/7/subscribed_apps'
const STOP = 'DELETE /v26.0/7/subscribed_apps'

const pushed = subscribing({
  platform: 'sample',
  fields: ['feed', 'mention', 'standby'],
  default: ['feed', 'mention'],
})
const callOf = (...replies: readonly unknown[]) =>
  aCall({ platform, connection, replies: { [START]: inTurn(...replies), [STOP]: inTurn(...replies) } })
const start = async (kinds: readonly string[] | null) => {
  const call = callOf({ success: true })
  await pushed.startUpdates({ kinds }, call)
  return call.transport.requests.map(({ form }) => form)
}

describe('subscribing to an account', () => {
  it('requests the default fields, or the given ones', async () => {
    expect(await start(null)).toEqual([{ subscribed_fields: 'feed,mention' }])
    expect(await start(['standby', 'feed'])).toEqual([{ subscribed_fields: 'standby,feed' }])
  })

  it.each([
    ['an unknown field', ['feed', 'posts'], '"posts"'],
    ['a very long one', ['p'.repeat(81)], `"${'p'.repeat(80)}"`],
    ['none', [], '""'],
  ])('is refused before any request for %s, and lists the valid fields', async (_what, kinds, quoted) => {
    const call = callOf({ success: true })
    await expect(pushed.startUpdates({ kinds }, call)).rejects.toMatchObject({
      code: 'CONFIG',
      platform: 'sample',
      message: expect.stringContaining(
        `sample does not push ${quoted}. startUpdates({ kinds }) takes some of: feed, mention, standby.`,
      ),
    })
    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['beginning', START, (call: ReturnType<typeof callOf>) => pushed.startUpdates({ kinds: null }, call)],
    ['ending', STOP, (call: ReturnType<typeof callOf>) => pushed.stopUpdates(call)],
  ])('is retried after an outage, and completes when Meta confirms it: %s', async (_what, path, run) => {
    const call = callOf({ status: 500, body: '' }, { success: true })
    await run(call)
    expect(call.transport.paths).toEqual([path, path])
    await expect(run(callOf({ success: false }))).rejects.toMatchObject({ code: 'PLATFORM' })
  })
})
