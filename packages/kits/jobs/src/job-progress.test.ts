import type { JsonObject } from '@social/core/store'
import { FakeClock } from '@social/testkit/application'
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

/** Creates a progress reporter, and records the byte counts that it sends to the queue. */
function recording(answer: () => Promise<void> = async () => undefined) {
  const clock = new FakeClock()
  const reported: (number | undefined)[] = []
  const parts: unknown[] = []
  const reporter = new ProgressReporter(clock, (progress: JsonObject) => {
    const read = readProgress(progress)
    reported.push(read.upload?.sentBytes)
    parts.push(read.parts)
    return answer()
  })
  return { clock, reported, parts, reporter }
}

describe('the progress of an upload', () => {
  it('is reported at most once a second, and immediately at the end of a file', async () => {
    const { clock, reported, reporter } = recording()
    for (const bytes of [10, 20]) reporter.uploaded(upload(bytes))
    await clock.advance(0.9)
    reporter.uploaded(upload(30))
    await clock.advance(0.1)
    reporter.uploaded(upload(40))
    await clock.advance(0)
    reporter.uploaded(upload(100))
    expect(reported).toEqual([10, 40, 100])
  })

  it('is reported one at a time, and the end of a file is reported later, also after a failed report', async () => {
    const answers: PromiseWithResolvers<void>[] = []
    const { clock, reported, reporter } = recording(() => {
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      return answer.promise
    })
    reporter.uploaded(upload(10))
    await clock.advance(5)
    reporter.uploaded(upload(50))
    reporter.uploaded(upload(100))
    expect(reported).toEqual([10])
    answers[0]?.reject(new Error('the server is away'))
    await clock.advance(0)
    expect(reported).toEqual([10, 100])
    answers[1]?.resolve()
    await clock.advance(0)
    expect(reported).toEqual([10, 100])
  })
})

const part = (id: string) => ({ id, url: null }) as never // safe cast: the reporter only reads `id` and `url`

describe('a published post of a thread', () => {
  it('is reported immediately at its index, and ends the upload of its media', async () => {
    const { clock, reported, parts, reporter } = recording()
    reporter.uploaded(upload(10))
    await clock.advance(0)
    for (const [id, index] of [
      ['a', 0],
      ['b', 1],
      ['b2', 1],
    ] as const) {
      reporter.published(part(id), index)
      await clock.advance(0)
    }
    expect(reported).toEqual([10, undefined, undefined, undefined])
    const ids = ['a', 'b', 'b2'].map((id) => ({ id, url: null }))
    expect(parts).toEqual([null, [ids[0]], [ids[0], ids[1]], [ids[0], ids[2]]])
  })
})

it('ignores unreadable progress', () => {
  const nothing = { upload: null, parts: null }
  for (const progress of [null, {}, { upload: 'half', parts: [{ id: 1 }] }])
    expect(readProgress(progress)).toEqual(nothing)
})
