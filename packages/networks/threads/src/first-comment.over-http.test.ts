import { expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

it('a first comment is a reply to the post under the same key, once', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const draft = { text: 'Cake', firstComment: 'Recipe below' }
  const first = await ada.post(draft, { idempotencyKey: 'k' })
  expect(first.firstComment).toMatchObject({ state: 'DONE' })
  expect((await ada.post(draft, { idempotencyKey: 'k' })).firstComment).toEqual(first.firstComment)
  const replies = await ada.readReplies(first.id)
  expect(replies).toMatchObject([{ text: 'Recipe below', parentId: first.id, isOwn: true }])
})
