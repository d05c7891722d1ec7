import { expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

it('an own reply is deleted. Threads cannot edit it, which is refused by name', async () => {
  await using at = await usingEmulator()
  const ada = await at.signIn()
  const { id: post } = await ada.post({ text: 'Cake' })
  at.people.post({ by: 'zoe', text: 'Lovely', replyTo: post })
  const [update] = await ada.fetchUpdates()
  if (!update) throw new Error('no update')
  const id = (await ada.replyToUpdate(update, 'Thanks')) ?? ''

  await ada.deleteReply(update, id)

  expect(await ada.readReplies(post, { wholeConversation: true })).toHaveLength(1)
  expect(ada.can('editReply')).toBe(false)
  // @ts-expect-error The compiler refuses it too.
  await expect(ada.editReply(update, id, 'x')).rejects.toThrow('editing a reply to an update')
})
