import { OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

const SEND = { method: 'POST', path: '/api/v1/statuses' } as const
const KEY = { idempotencyKey: 'k' }

async function aScheduling(version: string, apiVersion: number | null) {
  const at = await usingEmulator({ server: { version, apiVersion } })
  const account = await at.signIn()
  await account.limits()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  const schedule = (text = 'later') => account.post({ text, publishAt }, KEY)
  return Object.assign(at, { schedule, account, publishAt })
}

describe.each([
  ['4.2.10', null],
  ['4.5.9', 7],
  ['4.6.5', 11],
])('a scheduled post whose response was lost, on Mastodon %s', (version, apiVersion) => {
  it('is found in the list of scheduled posts', async () => {
    await using at = await aScheduling(version, apiVersion)
    at.faults.add({ ...SEND, fault: 'replyLost' })

    const result = await at.schedule()

    expect(result).toMatchObject({ state: 'SCHEDULED', url: null })
    expect(at.effects()).toMatchObject([{ kind: 'SCHEDULED_POST', id: result.id }])
  })

  it('is found among the published posts after its publish time', async () => {
    await using at = await aScheduling(version, apiVersion)
    at.faults.add({ ...SEND, fault: 'replyLost' })
    const list = at.faults.add({
      path: '/api/v1/scheduled_statuses',
      fault: 'status',
      status: 500,
      count: 'all',
    })
    await expect(at.schedule()).rejects.toThrow(OutcomeUnknownError)
    list.remove()
    await at.clock.advance(2 * 3600)

    const result = await at.schedule()

    expect(result.state).toBe('DONE')
    expect(at.statuses()).toMatchObject([{ id: result.id, text: 'later' }])
  })

  it('is never repeated', async () => {
    await using at = await aScheduling(version, apiVersion)
    at.faults.add({ ...SEND, fault: 'closeBeforeEffect' })
    await expect(at.schedule()).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      retryAfter: expect.any(Number),
    })
    at.forget()

    await at.clock.advance(61)
    await expect(at.schedule()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 60 })
    await at.clock.advance(600)
    await expect(at.schedule()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })

    expect(at.counts()['POST /api/v1/statuses']).toBeUndefined()
    expect(at.effects()).toEqual([])
  })
})

describe('a server that publishes scheduled posts immediately', () => {
  it.each([
    ['Pixelfed', { version: '3.5.3 (compatible; Pixelfed 0.12.4)', software: 'pixelfed', apiVersion: null }],
    ['Hollo', { version: '0.6.2', software: 'hollo', apiVersion: 7 }],
    ['GoToSocial before 0.20', { version: '0.19.9', software: 'gotosocial', apiVersion: null }],
    ['an unknown program', { version: '4.5.0', software: 'homemade', apiVersion: null }],
  ])('is not sent a scheduled post: %s', async (_name, server) => {
    await using at = await usingEmulator({ server })
    const account = await at.signIn()
    const publishAt = new Date(at.clock.now().getTime() + 3_600_000)

    await expect(account.post({ text: 'later', publishAt })).rejects.toThrow(
      `${at.host} (${server.software}) is not known to schedule posts and could publish immediately.`,
    )

    expect(at.effects()).toEqual([])
  })

  it.each([
    ['the application configures the trait', { version: '4.5.0', software: 'homemade' }, true],
    ['it is GoToSocial from 0.20 on', { version: '0.20.1', software: 'gotosocial' }, false],
    ['it is Pleroma', { version: '2.7.2 (compatible; Pleroma 2.4.51)', software: 'pleroma' }, false],
  ])('is sent a scheduled post when %s', async (_name, server, isConfigured) => {
    const version = { ...server, apiVersion: null }
    await using at = await usingEmulator({ server: version, traits: isConfigured ? { schedules: true } : {} })
    const account = await at.signIn()
    const publishAt = new Date(at.clock.now().getTime() + 3_600_000)

    expect(await account.post({ text: 'later', publishAt })).toMatchObject({ state: 'SCHEDULED' })
  })
})
