import { PlatformError } from '@social/core/platform'
import { aCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from './__fixtures__/an-account.js'
import { facebook } from './platform.js'

const platform = facebook({ appSecretProof: false })
const connection = anAccount()

const ask = (reply: object) => {
  const call = aCall({ platform, connection, replies: { 'GET /v26.0/7': reply } })
  return { call, asking: platform.checkState('7', call) }
}

const refused = (code: number) => ({ status: 400, body: { error: { code, message: 'As it said.' } } })

describe('the state of a video', () => {
  it('is one request', async () => {
    const { call, asking } = ask({ id: '7', status: { video_status: 'ready' } })
    expect(await asking).toMatchObject({
      id: '7',
      state: 'DONE',
      url: `https://www.facebook.com/${connection.accountId}/videos/7`,
    })
    expect(call.transport.requests.map(({ query }) => query)).toEqual([{ fields: 'status' }])
  })

  it.each<[string, object]>([
    ['has no status', { id: '7' }],
    ['has none that can be read', { id: '7', status: 5 }],
  ])('is not requested for %s', async (_what, reply) => {
    const error: unknown = await ask(reply).asking.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ platform: 'facebook', statusCode: 400, raw: { id: '7' } })
    expect(String(error)).toContain('checkState of facebook is only for videos')
    expect(error).not.toHaveProperty('cause')
  })

  it('is not requested for objects without a status. Other refusals remain errors', async () => {
    const none: unknown = await ask(refused(100)).asking.catch((thrown: unknown) => thrown)
    expect(none).toMatchObject({
      message: expect.stringContaining('is only for videos'),
      cause: expect.any(Error),
    })
    await expect(ask(refused(7777)).asking).rejects.not.toThrow('is only for videos')
  })
})
