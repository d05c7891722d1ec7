import { InvalidPostError, OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { withFiles } from '../__fixtures__/with-files.js'

describe('a publish whose response was lost', () => {
  const lost = { method: 'POST', path: '/v26.0/:id/media_publish' } as const

  it.each(['replyLost', 'dropMidBody'] as const)(
    'is found by its caption and its time: %s',
    async (fault) => {
      await using at = await withFiles()
      at.faults.add({ ...lost, fault })
      const id = await at.post()
      expect(id).toMatch(/^\d+$/)
      expect(await at.post()).toBe(id)
      expect(at.sent('/media_publish')).toHaveLength(1)
      expect(at.out()).toHaveLength(1)
    },
  )

  it.each(['closeBeforeEffect', 'status'] as const)(
    'and never arrived is sent again with the same container: %s',
    async (fault) => {
      await using at = await withFiles()
      at.faults.add(fault === 'status' ? { ...lost, fault, status: 502 } : { ...lost, fault })
      expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
      await at.clock.advance(60)
      expect(await at.post()).toMatch(/^\d+$/)
      expect(at.sent('/media')).toHaveLength(1)
      expect(at.out()).toHaveLength(1)
    },
  )

  it.each(['REFUSED', 'SAME_MEDIA'] as const)(
    'is published once, although its status lags and it is published again: %s',
    async (secondPublish) => {
      await using at = await withFiles({ network: { publishedLagSeconds: 40, secondPublish } })
      at.faults.add({ ...lost, fault: 'replyLost' })
      await at.post()
      await at.clock.advance(120)
      expect(await at.post()).toMatch(/^\d+$/)
      expect(at.out()).toHaveLength(1)
    },
  )

  it('is not confused with one with the same caption published just before, or long ago', async () => {
    await using at = await withFiles()
    await at.post('long ago')
    await at.clock.advance(3600)
    await at.post('just before')
    await at.clock.advance(40)
    at.faults.add({ ...lost, fault: 'replyLost' })
    expect(await at.post('now')).toBe(at.out()[2]?.id)
  })

  it.each([400, 403, 404, 429, 500])('a query that is refused with %d proves nothing', async (status) => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.faults.add({ ...lost, fault: 'replyLost' })
    at.faults.add({ fault: 'status', status, method: 'GET', path: '/v26.0/:id/media', count: 8 })
    expect(await at.post()).toBeInstanceOf(Error)
    at.faults.clear()
    await at.clock.advance(300)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })

  it('whose container expired unpublished starts again', async () => {
    await using at = await withFiles()
    at.faults.add({ ...lost, fault: 'closeBeforeEffect' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    for (const { id } of at.people.state().containers) at.people.expireContainer({ id })
    await at.clock.advance(60)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.sent('/media')).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('whose container failed is refused, and starts again with the same key', async () => {
    await using at = await withFiles()
    at.faults.add({ ...lost, fault: 'closeBeforeEffect' })
    expect(await at.post()).toBeInstanceOf(OutcomeUnknownError)
    for (const { id } of at.people.state().containers) at.people.failContainer({ id, error: '2207026' })
    await at.clock.advance(60)
    expect(await at.post()).toBeInstanceOf(InvalidPostError)
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.sent('/media')).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('whose container expired before it was published is prepared again in the same call', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.faults.add({ fault: 'status', status: 403, method: 'POST', path: '/v26.0/:id/media_publish' })
    expect(await at.post()).toBeInstanceOf(Error)
    for (const { id } of at.people.state().containers) at.people.expireContainer({ id })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.sent('/media')).toHaveLength(2)
    expect(at.out()).toHaveLength(1)
  })

  it('a transient refusal leaves the outcome unknown', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    at.people.refuseWithCode({ on: 'POST media_publish', code: 2, afterEffect: true })
    expect(await at.post()).toMatch(/^\d+$/)
    expect(at.out()).toHaveLength(1)
  })

  it('a crash between two items resumes with the existing containers', async () => {
    await using at = await withFiles({ retries: { attempts: 1 } })
    const media = [at.files.picture('1.jpg'), at.files.picture('2.jpg'), at.files.picture('3.jpg')]
    let made = 0
    const controller = new AbortController()
    const watch = setInterval(() => {
      made = at.sent('/media').length
      if (made >= 2) controller.abort(new Error('killed'))
    }, 1)
    const options = { idempotencyKey: 'k' }
    await at.ada.post({ media }, { ...options, signal: controller.signal }).catch(() => undefined)
    clearInterval(watch)
    await at.ada.post({ media }, options)
    expect(at.out()).toHaveLength(1)
    expect(at.sent('/media').length).toBeLessThanOrEqual(5)
  })
})
