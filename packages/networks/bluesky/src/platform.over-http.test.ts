import { ConfigError, NotSupportedError } from '@social/core'
import { describe, expect, it, vi } from 'vitest'

import { sharedEmulator } from './__fixtures__/shared-emulator.js'

const at = sharedEmulator()

describe('features that bluesky lacks', () => {
  // Holds R-0134, R-0306.
  it('include apps, so none is queried', async () => {
    const read = vi.spyOn(at.net.storage, 'getApp')
    const account = await at.net.signIn()
    await account.post({ text: 'no app' })

    expect(read).not.toHaveBeenCalled()
  })

  // Holds R-0192.
  it('are refused with their name', async () => {
    await expect(
      at.net.client.createApp('bluesky', { name: 'x', redirectUri: 'https://app.example/' }),
    ).rejects.toThrow(/needs no app/)
    const untyped = at.net.client.account(at.ada.id)
    await expect(untyped.readReplies('x')).rejects.toThrow(NotSupportedError)
    await expect(untyped.editPost('x', { text: 'y' })).rejects.toThrow(/bluesky/)
    expect(() => at.net.client.answerSetupCheck('bluesky', {}, { verifyToken: 'x' })).toThrow(/poll/i)
  })

  // Holds R-0307.
  it('include markers of other networks', async () => {
    await expect(at.ada.fetchUpdatesAfter('12345')).rejects.toThrow(ConfigError)
    await expect(at.ada.markSeen('12345')).rejects.toThrow(ConfigError)
  })
})
