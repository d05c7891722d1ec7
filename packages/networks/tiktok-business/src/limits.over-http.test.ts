import { PostGoneError } from '@social/core'
import { expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

it('counts each call once, by endpoint', async () => {
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
  // The three requests in `comments` are the search for the reply.
  expect(ada.usage).toEqual({ videos: 1, comments: 3, writes: 3 })
})

it('deletes a comment also when the response is lost', async () => {
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
