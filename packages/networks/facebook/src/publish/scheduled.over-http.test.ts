import { NotFoundError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

async function scheduling() {
  const at = await usingEmulator()
  const page = await at.signIn()
  const publishAt = new Date(at.clock.now().getTime() + 3_600_000)
  return Object.assign(at, { page, publishAt })
}

describe('a scheduled post', () => {
  it('differs from a published one', async () => {
    await using at = await scheduling()
    const { id } = await at.page.post({ text: 'Later', publishAt: at.publishAt })
    const { id: now } = await at.page.post({ text: 'Now' })

    expect([await at.page.isScheduled(id), await at.page.isScheduled(now)]).toEqual([true, false])
  })

  it('is cancelled, and not published', async () => {
    await using at = await scheduling()
    const { id } = await at.page.post({ text: 'Later', publishAt: at.publishAt })

    await at.page.cancelScheduled(id)

    expect(await at.page.isScheduled(id)).toBe(false)
    await at.clock.advance(7200)
    expect(at.effects().filter(({ kind }) => kind === 'POST')).toEqual([])
  })

  it.each(['cancelScheduled', 'deletePost'] as const)(
    'is gone when the response to %s is lost',
    async (operation) => {
      await using at = await scheduling()
      const { id } = await at.page.post({ text: 'Later', publishAt: at.publishAt })
      at.faults.add({ fault: 'replyLost', method: 'DELETE' })

      await at.page[operation](id)

      expect(await at.page.isScheduled(id)).toBe(false)
      await expect(at.page.deletePost(id)).rejects.toThrow(PostGoneError)
    },
  )

  it('is not deleted once it is published', async () => {
    await using at = await scheduling()
    const { id } = await at.page.post({ text: 'Now' })

    await expect(at.page.cancelScheduled(id)).rejects.toThrow(NotFoundError)
    expect((await at.page.readStats(id)).id).toBe(id)
    await expect(at.page.cancelScheduled(`${id}9`)).rejects.toThrow(NotFoundError)
  })
})
