import { RateLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from './__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('the rate limit', () => {
  it('of writes does not block reading', async () => {
    const { uri } = at.net.network.post({ by: 'bea', text: 'read me' })
    const resets = Math.floor(at.net.clock.now().getTime() / 1000) + 3000
    at.net.emulator.faults('bluesky').add({
      fault: 'status',
      status: 429,
      headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': String(resets) },
      body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
      path: '/xrpc/com.atproto.repo.createRecord',
    })
    await expect(at.ada.post({ text: 'too many' })).rejects.toThrow(RateLimitError)
    at.net.clear()

    await expect(at.ada.post({ text: 'still too many' })).rejects.toThrow(RateLimitError)
    expect(at.net.routes()).toEqual([])
    expect((await at.ada.readPost(uri)).text).toBe('read me')
    await at.net.clock.advance(3000)
  })
})
