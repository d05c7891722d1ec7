import { PostGoneError } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

it('counts each call of an endpoint once, by what it asks', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const { id: video } = at.network.addVideo({ person: 'ada' })
  at.network.addVideo({ person: 'ada' })
  at.network.comment({ by: 'ada', video, text: 'First!' })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  expect(ada.usage).toEqual({ videos: 1, comments: 2 })
  at.faults.add({ fault: 'replyLost', path: '*/comment/reply/create/', method: 'POST' })
  await ada.replyToUpdate(update, 'Thanks')
  await ada.setCommentVisibility(update)
  await ada.deleteComment(update)
  // The lost answer was looked for.
  expect(ada.usage).toEqual({ videos: 1, comments: 3, writes: 3 })
})

it('treats a comment as deleted when the response was lost', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const { id: video } = at.network.addVideo({ person: 'ada' })
  at.network.comment({ by: 'ada', video, text: 'First!' })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  at.faults.add({ fault: 'replyLost', path: '*/comment/delete/' })

  await ada.deleteComment(update)

  expect(await ada.fetchUpdates()).toEqual([])
  await expect(ada.deleteComment(update)).rejects.toThrow(PostGoneError)
})
