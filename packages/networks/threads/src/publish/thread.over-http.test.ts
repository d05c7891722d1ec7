import { InvalidPostError, Media, RateLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { withFiles } from '../__fixtures__/with-files.js'

const PUBLISH = { method: 'POST', path: '/v1.0/:id/threads_publish' } as const
const ALLOWANCE = { method: 'GET', path: '/v1.0/:id/threads_publishing_limit' } as const
const KEY = { idempotencyKey: 'k' }
const THREE = [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]

/** Returns the text and the parent of each container that was created. */
const containersOf = (at: Awaited<ReturnType<typeof withFiles>>) =>
  at.forms().map((form) => [form?.['text'], form?.['reply_to_id']])

describe('a thread on Threads', () => {
  it('is a chain of replies', async () => {
    await using at = await withFiles()

    const { parts } = await at.ada.postThread(THREE, KEY)

    expect(at.out().map(({ id }) => id)).toEqual(parts.map(({ id }) => id))
    expect(containersOf(at)).toEqual([
      ['One', undefined],
      ['Two', parts[0]?.id],
      ['Three', parts[1]?.id],
    ])
  })

  it.each([
    ['too long', { text: 'a'.repeat(501) }],
    ['a file nobody can fetch', { media: [Media.fromBytes(new Uint8Array(9), { filename: 'a.png' })] }],
  ])('is refused whole, before anything is sent, for a last part that is %s', async (_what, last) => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    const refused = account.postThread([{ text: 'One' }, last], KEY)

    await expect(refused).rejects.toThrow(InvalidPostError)
    await expect(refused).rejects.toThrow(/part 2 of 2 of the thread; no part is published/)
    expect(at.requests()).toEqual([])
  })

  it('is refused as a whole if the replies of the day do not suffice', async () => {
    await using at = await withFiles()
    const body = { data: [{ reply_quota_usage: 999, reply_config: { quota_total: 1000 } }] }
    at.faults.add({ ...ALLOWANCE, fault: 'status', status: 200, body })

    const refused = at.ada.postThread(THREE, KEY)

    await expect(refused).rejects.toThrow(RateLimitError)
    await expect(refused).rejects.toThrow(/only 1 more replies.*the thread has 2/)
    expect(at.out()).toEqual([])
  })

  it.each(['replyLost', 'dropMidBody'] as const)(
    'resumes after a part that is found, after %s',
    async (fault) => {
      await using at = await withFiles()
      at.faults.add({ ...PUBLISH, nth: 2, fault })

      const { parts } = await at.ada.postThread(THREE, KEY)

      expect(at.out().map(({ id }) => id)).toEqual(parts.map(({ id }) => id))
      expect(containersOf(at).map(([text]) => text)).toEqual(['One', 'Two', 'Three'])
    },
  )

  it('resumes with the container of the unpublished part', async () => {
    await using at = await withFiles()
    at.faults.add({ ...PUBLISH, nth: 2, fault: 'closeBeforeEffect' })

    const first = await at.ada.postThread(THREE, KEY).catch((error: unknown) => error)
    expect(first).toMatchObject({ code: 'OUTCOME_UNKNOWN', partsOut: [{ id: at.out()[0]?.id }] })
    await at.ada.postThread(THREE, KEY)

    expect(at.out()).toHaveLength(3)
    expect(containersOf(at).map(([text]) => text)).toEqual(['One', 'Two', 'Three'])
  })
})
