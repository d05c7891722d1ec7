import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { facebook } from '../platform.js'

const platform = facebook({ appSecretProof: false })
const connection = anAccount()
const PATH = `/v26.0/${connection.accountId}/subscribed_apps`

describe('webhook fields of a subscription', () => {
  it.each([
    [null, 'feed,mention'],
    [['ratings', 'standby'], 'ratings,standby'],
  ])('for %j are %s, again after an outage', async (kinds, fields) => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 503, body: '' } : { success: true })
    const call = aCall({ platform, connection, replies: { [`POST ${PATH}`]: reply } })
    await platform.startUpdates({ kinds }, call)
    expect(call.transport.requests.map(({ form }) => form)).toEqual([
      { subscribed_fields: fields },
      { subscribed_fields: fields },
    ])
  })

  it.each(
    'feed mention ratings follow videos live_videos messages message_echoes message_edits message_reactions message_reads messaging_postbacks messaging_referrals messaging_optins messaging_handovers standby'.split(
      ' ',
    ),
  )('can be %s', async (kind) => {
    const call = aCall({ platform, connection, replies: { [`POST ${PATH}`]: { success: true } } })
    await platform.startUpdates({ kinds: [kind] }, call)
    expect(call.transport.requests).toMatchObject([{ form: { subscribed_fields: kind } }])
  })

  it('are removed, again after an outage', async () => {
    let tries = 0
    const reply = () => ((tries += 1) === 1 ? { status: 503, body: '' } : { success: true })
    const call = aCall({ platform, connection, replies: { [`DELETE ${PATH}`]: reply } })
    await platform.stopUpdates(call)
    expect(call.transport.requests).toHaveLength(2)
  })

  it.each([
    [[], 'facebook does not push "".'],
    [['feed', 'x'.repeat(99)], `facebook does not push "${'x'.repeat(80)}".`],
  ])('are not %j, which is refused with the valid ones', async (kinds, expected) => {
    const call = aCall({ platform, connection })
    const starting = platform.startUpdates({ kinds }, call)
    await expect(starting).rejects.toThrow(expected)
    await expect(starting).rejects.toThrow(/takes some of: feed, mention, ratings, .*call stopUpdates/)
    await expect(starting).rejects.toMatchObject({ platform: 'facebook' })
    expect(call.transport.requests).toEqual([])
  })
})
