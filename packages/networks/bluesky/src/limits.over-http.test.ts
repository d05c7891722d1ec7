import { RateLimitError } from '@social/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from './__fixtures__/at-emulator.js'

type Network = Awaited<ReturnType<typeof atEmulator>>
type Account = Awaited<ReturnType<Network['signIn']>>

let net: Network
let ada: Account
beforeAll(async () => {
  net = await atEmulator()
  ada = await net.signIn()
})
beforeEach(() => net.clear())
afterAll(() => net.close())

describe('the rate limit', () => {
  it('of writes does not stop the reading', async () => {
    const { uri } = net.network.post({ by: 'bea', text: 'read me' })
    const resets = Math.floor(net.clock.now().getTime() / 1000) + 3000
    net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 429,
      headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(resets) },
      body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      path: '/xrpc/com.atproto.repo.createRecord',
    })
    await expect(ada.post({ text: 'too many' })).rejects.toThrow(RateLimitError)
    net.clear()

    await expect(ada.post({ text: 'still too many' })).rejects.toThrow(RateLimitError)
    expect(net.routes()).toEqual([])
    expect((await ada.readPost(uri)).text).toBe('read me')
    await net.clock.advance(3000)
  })
})
