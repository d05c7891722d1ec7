import { ConfigError, NotSupportedError } from '@social/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

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

describe('what bluesky has not', () => {
  it('is an app: none is ever looked for', async () => {
    const looked = vi.spyOn(net.storage, 'getApp')
    const account = await net.signIn()
    await account.post({ text: 'no app' })

    expect(looked).not.toHaveBeenCalled()
  })

  it('is refused by name', async () => {
    await expect(
      net.client.createApp('bluesky', { name: 'x', redirectUri: 'https://app.example/' }),
    ).rejects.toThrow(/No app exists/)
    const untyped = net.client.account(ada.id)
    await expect(untyped.readReplies('x')).rejects.toThrow(NotSupportedError)
    await expect(untyped.editPost('x', { text: 'y' })).rejects.toThrow(/bluesky/)
    expect(() => net.client.answerSetupCheck('bluesky', {}, { verifyToken: 'x' })).toThrow(/poll/i)
  })

  it('is a marker of another network', async () => {
    await expect(ada.fetchUpdatesAfter('12345')).rejects.toThrow(ConfigError)
    await expect(ada.markSeen('12345')).rejects.toThrow(ConfigError)
  })
})
