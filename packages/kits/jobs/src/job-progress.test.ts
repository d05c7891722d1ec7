import type { JsonObject } from '@social/core/store'
import { FakeClock } from '@social/testkit'
import { describe, expect, it } from 'vitest'

import { ProgressReporter, readProgress } from './job-progress.js'

const upload = (sentBytes: number) => ({
  mediaIndex: 0,
  mediaCount: 1,
  sentBytes,
  totalBytes: 100,
  partIndex: 0,
  partCount: 1,
})

/** A teller, and the bytes that the queue was told of. */
function telling(answer: () => Promise<void> = async () => undefined) {
  const clock = new FakeClock()
  const told: (number | undefined)[] = []
  const parts: unknown[] = []
  const teller = new ProgressReporter(clock, (progress: JsonObject) => {
    const read = readProgress(progress)
    told.push(read.upload?.sentBytes)
    parts.push(read.parts)
    return answer()
  })
  return { clock, told, parts, teller }
}

describe('how far an upload is', () => {
  it('is told once a second at most, and at once when the file is through', async () => {
    const { clock, told, teller } = telling()
    for (const bytes of [10, 20]) teller.uploaded(upload(bytes))
    await clock.advance(0.9)
    teller.uploaded(upload(30))
    await clock.advance(0.1)
    teller.uploaded(upload(40))
    await clock.advance(0)
    teller.uploaded(upload(100))
    expect(told).toEqual([10, 40, 100])
  })

  it('is told one time after another, and what matters is made up for, also after a failure', async () => {
    const answers: PromiseWithResolvers<void>[] = []
    const { clock, told, teller } = telling(() => {
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      return answer.promise
    })
    teller.uploaded(upload(10))
    await clock.advance(5)
    teller.uploaded(upload(50))
    teller.uploaded(upload(100))
    expect(told).toEqual([10])
    answers[0]?.reject(new Error('the server is away'))
    await clock.advance(0)
    expect(told).toEqual([10, 100])
    answers[1]?.resolve()
    await clock.advance(0)
    expect(told).toEqual([10, 100])
  })
})

const part = (id: string) => ({ id, url: null }) as never // of a result, only these two are looked at

describe('a post of a thread that is out', () => {
  it('is told at once, in its place, and ends the upload of its media', async () => {
    const { clock, told, parts, teller } = telling()
    teller.uploaded(upload(10))
    await clock.advance(0)
    for (const [id, index] of [
      ['a', 0],
      ['b', 1],
      ['b2', 1],
    ] as const) {
      teller.published(part(id), index)
      await clock.advance(0)
    }
    expect(told).toEqual([10, undefined, undefined, undefined])
    const ids = ['a', 'b', 'b2'].map((id) => ({ id, url: null }))
    expect(parts).toEqual([null, [ids[0]], [ids[0], ids[1]], [ids[0], ids[2]]])
  })
})

it('takes whatever cannot be read for nothing', () => {
  const nothing = { upload: null, parts: null }
  for (const progress of [null, {}, { upload: 'half', parts: [{ id: 1 }] }])
    expect(readProgress(progress)).toEqual(nothing)
})
