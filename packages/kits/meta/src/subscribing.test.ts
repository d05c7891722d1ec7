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
  usual: ['feed', 'mention'],
})
const callOf = (...replies: readonly unknown[]) =>
  aCall({ platform, connection, replies: { [START]: inTurn(...replies), [STOP]: inTurn(...replies) } })
const start = async (kinds: readonly string[] | null) => {
  const call = callOf({ success: true })
  await pushed.startUpdates({ kinds }, call)
  return call.transport.requests.map(({ form }) => form)
}

describe('subscribing to an account', () => {
  it('names the usual fields, or those that are asked for', async () => {
    expect(await start(null)).toEqual([{ subscribed_fields: 'feed,mention' }])
    expect(await start(['standby', 'feed'])).toEqual([{ subscribed_fields: 'standby,feed' }])
  })

  it.each([
    ['an unknown field', ['feed', 'posts'], '"posts"'],
    ['a very long one', ['p'.repeat(81)], `"${'p'.repeat(80)}"`],
    ['none', [], '""'],
  ])('is refused before a request for %s, with those that there are', async (_what, kinds, quoted) => {
    const call = callOf({ success: true })
    await expect(pushed.startUpdates({ kinds }, call)).rejects.toMatchObject({
      code: 'CONFIG',
      platform: 'sample',
      message: expect.stringContaining(
        `sample pushes no ${quoted}. startUpdates({ kinds }) takes some of: feed, mention, standby.`,
      ),
    })
    expect(call.transport.requests).toEqual([])
  })

  it.each([
    ['beginning', START, (call: ReturnType<typeof callOf>) => pushed.startUpdates({ kinds: null }, call)],
    ['ending', STOP, (call: ReturnType<typeof callOf>) => pushed.stopUpdates(call)],
  ])('is tried again after an outage, and done once Meta says so: %s', async (_what, path, run) => {
    const call = callOf({ status: 500, body: '' }, { success: true })
    await run(call)
    expect(call.transport.paths).toEqual([path, path])
    await expect(run(callOf({ success: false }))).rejects.toMatchObject({ code: 'PLATFORM' })
  })
})
