import { SocialBaseError } from '@social/core'
import type { FaultEffect } from '@social/emulator'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS, STEP } from '../__fixtures__/videos.js'

const effect: fc.Arbitrary<FaultEffect | 'PART'> = fc.oneof(
  fc.constant({ fault: 'replyLost' } as const),
  fc.constant({ fault: 'closeBeforeEffect' } as const),
  fc.nat(2 * STEP).map((afterBytes) => ({ fault: 'dropUpload', afterBytes }) as const),
  fc
    .record({ status: fc.constantFrom(429, 500, 502, 503, 504), afterEffect: fc.boolean() })
    .map((more) => ({ fault: 'status', ...more }) as const),
  fc.constant('PART' as const),
)

/** Generates up to eight network faults. */
const faults = fc.array(fc.record({ effect, nth: fc.integer({ min: 1, max: 3 }) }), { maxLength: 8 })

it('despite any faults, attempts with one key create one correct video', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 * STEP }), faults, async (length, given) => {
      await using at = await usingEmulator({ platform: { chunkBytes: 2 * STEP, resendsAllowed: 1 } })
      const ada = await at.signIn()
      const { media, sha256 } = aVideoOf(length)
      for (const { effect: one, nth } of given)
        if (one === 'PART') at.people.storeOfNextPiece({ bytes: STEP })
        else at.faults.add({ ...one, method: 'PUT', nth })

      const ids: string[] = []
      const errors: unknown[] = []
      while (ids.length === 0 && errors.length < 20)
        try {
          const post = { media: [media], options: OPTIONS }
          ids.push((await ada.post(post, { idempotencyKey: 'one' })).id)
        } catch (error) {
          errors.push(error)
        }

      expect(at.videos()).toMatchObject([{ id: ids[0], bytes: length, sha256 }])
      expect(at.counts()['POST /upload/youtube/v3/videos']).toBe(1)
      expect(errors.every((error) => SocialBaseError.is(error))).toBe(true)
    }),
    { numRuns: 40 },
  )
})
