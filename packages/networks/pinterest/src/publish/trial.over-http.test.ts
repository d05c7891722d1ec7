import { NotAllowedError } from '@social/core'
import { aPicture, aPublishCall } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { pinterest } from '../platform.js'

const OWNER_ONLY = /Trial access.*Only the owner/

describe('an app with Trial access', () => {
  // Holds R-0461.
  it('gets a notice in the result that only the owner sees the pin, also from the journal', async () => {
    await using at = await usingEmulator({ server: { access: 'TRIAL', trialPins: 'OWNER_ONLY' } })
    const ada = await at.signIn()
    const post = { text: 'a', media: [aPicture()], options: { boardId: at.board() } }

    const made = await ada.post(post, { idempotencyKey: 'k' })
    const again = await ada.post(post, { idempotencyKey: 'k' })

    expect(made.notice).toMatch(OWNER_ONLY)
    expect(again.notice).toBe(made.notice)
    expect(at.pins()).toMatchObject([{ visibleTo: 'OWNER' }])
  })

  it('gets the notice for a pin that was found, and for one that was changed', async () => {
    await using at = await usingEmulator({ server: { access: 'TRIAL', trialPins: 'OWNER_ONLY' } })
    const ada = await at.signIn()
    at.faults.add({ fault: 'replyLost', method: 'POST', path: '/v5/pins' })

    const found = await ada.post({ text: 'a', media: [aPicture()], options: { boardId: at.board() } })
    const changed = await ada.editPost(found.id, { text: 'b' })

    expect([found.notice, changed.notice]).toEqual([
      expect.stringMatching(OWNER_ONLY),
      expect.stringMatching(OWNER_ONLY),
    ])
  })

  it('gets advice when its pins are refused', async () => {
    await using at = await usingEmulator({ server: { access: 'TRIAL' } })
    const ada = await at.signIn()

    const posting = ada.post({ text: 'a', media: [aPicture()], options: { boardId: at.board() } })

    await expect(posting).rejects.toThrow(NotAllowedError)
    await expect(posting).rejects.toThrow(/Standard access.*api-sandbox\.pinterest\.com/)
    expect(at.pins()).toEqual([])
  })
})

it('a pin of an app with Standard access has no notice', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()

  const { notice } = await ada.post({ text: 'a', media: [aPicture()], options: { boardId: at.board() } })

  expect(notice).toBeNull()
  expect(at.pins()).toMatchObject([{ visibleTo: 'EVERYBODY' }])
})

it('a pin in the sandbox has a notice', async () => {
  const platform = pinterest({ addresses: { api: 'https://api-sandbox.pinterest.com/v5' } })
  const call = aPublishCall({ platform, connection: anAccount(), replies: { 'POST /v5/pins': { id: '1' } } })
  const post = { text: 'a', media: [aPicture()], replyTo: null, publishAt: null, options: { boardId: '1' } }

  const { notice } = await platform.publish(post, call)

  expect(notice).toContain('sandbox')
})
