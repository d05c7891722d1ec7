import { toRecord, type Update, updateFromRecord } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** An update that was stored as JSON and read again. */
const stored = (update: Update | undefined): Update => {
  if (update === undefined) throw new Error('no update was delivered')
  return updateFromRecord(JSON.parse(JSON.stringify(toRecord(update))))
}

describe('the content of an update', () => {
  it('is readable text with its URL, parent and actions', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hello' })
    const comment = at.people.comment({ by: 'bea', on: id, text: 'one & <two>' })
    at.people.favourite({ by: 'bo', on: id })

    const updates = await account.fetchUpdates()

    expect(updates).toMatchObject([
      {
        kind: 'COMMENT_CREATED',
        text: '@ada one & <two>',
        url: expect.stringContaining(comment.id),
        parentId: id,
        isOwn: false,
        actions: ['REPLY', 'LIKE'],
      },
      { kind: 'REACTION_ADDED', text: null, url: null, parentId: null, actions: [] },
    ])
    expect(await account.actionsFor(stored(updates[0]))).toEqual(['REPLY', 'LIKE'])
  })

  it('has only the actions that the scopes of the connection allow', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['read'])
    at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })

    expect(await account.fetchUpdates()).toMatchObject([{ kind: 'MENTION', actions: [] }])
  })
})

describe('a reply to an update', () => {
  it('answers in the thread, and can be deleted by the returned id', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id: mention } = at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })
    const update = stored((await account.fetchUpdates())[0])

    const id = await account.replyToUpdate(update, 'hello bea')

    const reply = await account.readPost(id ?? '')
    expect(reply).toMatchObject({ parentId: mention, text: '@bea hello bea' })
    await account.deleteReply(update, id ?? '')
    await expect(account.readPost(id ?? '')).rejects.toMatchObject({ code: 'POST_GONE' })
  })

  it('to a private message stays private', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.message({ by: 'bea', to: ['ada'], text: 'psst' })
    const [update] = await account.fetchUpdates()

    const id = await account.replyToUpdate(stored(update), 'what?')

    expect(update).toMatchObject({ kind: 'MESSAGE_RECEIVED', text: expect.stringMatching(/psst$/) })
    expect(await account.readPost(id ?? '')).toMatchObject({ visibility: 'DIRECT' })
  })

  it('to an update without the action REPLY is refused before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.follow({ by: 'bea', person: 'ada' })
    const [update] = await account.fetchUpdates()
    at.forget()

    await expect(account.replyToUpdate(stored(update), 'hi')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
    expect(at.requests()).toEqual([])
  })
})
