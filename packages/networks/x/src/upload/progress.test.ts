import { aPicture, aPublishCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { x } from '../platform.js'
import { Progress } from './progress.js'

it('the progress of all files of a post only increases, and is not reported twice', async () => {
  const seen: unknown[] = []
  const call = aPublishCall({ platform: x(), connection: anAccount() })
  const files = [10, 20].map((size) => aPicture({ bytes: new Uint8Array(size) }))
  const progress = await Progress.of(files, { ...call, progress: (step) => seen.push(step) })

  for (const [index, sent] of [
    [0, 5],
    [0, 5],
    [0, 3],
    [0, 12],
    [1, 0],
    [1, 7],
  ] as const)
    progress.report(index, sent)

  const all = { mediaCount: 2, totalBytes: 30 }
  expect(seen).toEqual([
    { mediaIndex: 0, sentBytes: 5, ...all },
    { mediaIndex: 0, sentBytes: 10, ...all },
    { mediaIndex: 1, sentBytes: 17, ...all },
  ])
})
