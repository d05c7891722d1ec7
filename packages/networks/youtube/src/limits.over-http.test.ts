import { SpendingLimitError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { aVideoOf, OPTIONS } from './__fixtures__/videos.js'

const DAY = 86_400

describe('a spending guard', () => {
  it('counts uploads and units of a day separately, and refuses before any request', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    await using client = at.makeClient({
      spending: {
        limits: {
          youtube: { uploads: { units: 1, perSeconds: DAY }, units: { units: 3, perSeconds: DAY } },
        },
      },
    })
    const ada = client.accountOf('youtube', id)
    const post = () => ada.post({ media: [aVideoOf(10).media], options: OPTIONS })
    const video = await post()
    at.forget()

    await expect(post()).rejects.toThrow(SpendingLimitError)
    expect(at.counts()).toEqual({})
    for (let count = 0; count < 3; count += 1) await ada.checkState(video.id)
    await expect(ada.checkState(video.id)).rejects.toThrow(SpendingLimitError)
    await expect(ada.profile()).rejects.toThrow(SpendingLimitError)

    expect(at.counts()).toEqual({ 'GET /youtube/v3/videos': 3 })
    expect(await client.spending()).toMatchObject([
      { bucket: 'uploads', spent: 1, left: 0 },
      { bucket: 'units', spent: 3, left: 0 },
    ])
  })

  it('does not block the rest of an upload, or the query of its outcome', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    await using client = at.makeClient({
      spending: { limits: { youtube: { uploads: { units: 1, perSeconds: DAY } } } },
    })
    at.faults.add({ fault: 'replyLost', method: 'PUT' })

    const video = await client
      .accountOf('youtube', id)
      .post({ media: [aVideoOf(10).media], options: OPTIONS })

    expect(at.videos()).toMatchObject([{ id: video.id }])
  })
})
