import { NotFoundError } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'

it('a scheduled post is not published after it was cancelled', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  const { id } = await account.post({ text: 'Later', publishAt })

  expect(await account.isScheduled(id)).toBe(true)
  await account.cancelScheduled(id)

  expect(await account.isScheduled(id)).toBe(false)
  await expect(account.cancelScheduled(id)).rejects.toThrow(NotFoundError)
})

it('is cancelled when the response to the cancellation is lost', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  const { id } = await account.post({ text: 'Later', publishAt })
  at.faults.add({ fault: 'replyLost', method: 'DELETE' })

  await account.cancelScheduled(id)

  expect(await account.isScheduled(id)).toBe(false)
})

it('is not reported as cancelled when the cancellation was lost and its publish time has passed', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  const { id } = await account.post({ text: 'Later', publishAt })
  at.faults.add({ fault: 'status', status: 502, method: 'DELETE' })
  at.faults.add({ fault: 'status', status: 503, method: 'DELETE', headers: { 'retry-after': '20' } })
  await at.clock.advance(3595)

  const cancelling = account.cancelScheduled(id).catch((error: unknown) => error)
  await at.clock.advance(60)

  expect(await cancelling).toBeInstanceOf(NotFoundError)
  expect(at.statuses()).toHaveLength(1)
})

it('a post is no longer scheduled after it was published', async () => {
  await using at = await usingEmulator()
  const account = await at.signIn()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  const { id } = await account.post({ text: 'Later', publishAt })

  await at.clock.advance(3700)

  expect(await account.isScheduled(id)).toBe(false)
})

it('an outage is not treated as a missing post', async () => {
  await using at = await usingEmulator({ retries: { attempts: 1 } })
  const account = await at.signIn()
  at.faults.add({ path: '/api/v1/scheduled_statuses/*', fault: 'status', status: 503, count: 'all' })

  await expect(account.isScheduled('1')).rejects.toThrow(/503|not available|answer/)
})
