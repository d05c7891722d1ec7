import { toRecord, type Update, updateFromRecord } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'

/** An update that was stored as JSON and read again. */
const stored = (update: Update | undefined): Update => {
  if (update === undefined) throw new Error('no update was delivered')
  return updateFromRecord(JSON.parse(JSON.stringify(toRecord(update))))
}

describe('the content of an update', () => {
  it('is text with its URL, parent and actions', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'about me' })
    await at.clock.advance(60)
    at.network.comment({ by: 'bea', on: id, text: 'a comment' })
    await at.clock.advance(60)
    at.network.like({ by: 'bea', on: id })

    expect(await account.fetchUpdates()).toMatchObject([
      {
        kind: 'COMMENT_CREATED',
        text: 'a comment',
        url: expect.stringMatching(/^https:\/\/bsky\.app\/profile\/bea\.bsky\.test\/post\//),
        parentId: id,
        isOwn: false,
        actions: ['REPLY', 'LIKE'],
      },
      { kind: 'REACTION_ADDED', text: null, url: null, parentId: null, actions: [] },
    ])
  })

  it('of a private message is its text, and the message is answered in its conversation', async () => {
    await using at = await usingEmulator({}, { messageUpdates: true })
    const account = await at.signIn()
    const { marker } = await account.fetchUpdatesAfter(null)
    at.network.message({ by: 'bea', to: 'ada', text: 'psst' })

    const { updates } = await account.fetchUpdatesAfter(marker ?? '')

    expect(updates).toMatchObject([{ kind: 'MESSAGE_RECEIVED', text: 'psst', actions: ['REPLY'] }])
    const update = stored(updates[0])
    const id = await account.replyToUpdate(update, 'hi', { idempotencyKey: 'answer' })
    expect(await account.replyToUpdate(update, 'hi', { idempotencyKey: 'answer' })).toBe(id)
    const { items } = await account.readMessages(update.conversationId ?? '')
    expect(items.map((one) => [one.id === id, one.text])).toEqual([
      [true, 'hi'],
      [false, 'psst'],
    ])
  })

  it('is answered once if the response to the message is lost', async () => {
    await using at = await usingEmulator({}, { messageUpdates: true })
    const account = await at.signIn()
    const { marker } = await account.fetchUpdatesAfter(null)
    at.network.message({ by: 'bea', to: 'ada', text: 'psst' })
    const { updates } = await account.fetchUpdatesAfter(marker ?? '')
    const update = stored(updates[0])
    const faults = at.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: '/xrpc/chat.bsky.convo.sendMessage' })

    const id = await account.replyToUpdate(update, 'hi', { idempotencyKey: 'answer' })

    const { items } = await account.readMessages(update.conversationId ?? '')
    expect(items.map((one) => [one.id === id, one.text])).toEqual([
      [true, 'hi'],
      [false, 'psst'],
    ])
  })
})

describe('a reply to an update', () => {
  it('answers in the thread, and can be deleted by the returned id', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id: own } = await account.post({ text: 'about me' })
    const comment = at.network.comment({ by: 'bea', on: own, text: 'a comment' })
    const update = stored((await account.fetchUpdates())[0])

    const id = await account.replyToUpdate(update, 'thanks')

    expect(await account.readPost(id ?? '')).toMatchObject({
      parentId: comment.uri,
      rootId: own,
      text: 'thanks',
    })
    await account.deleteReply(update, id ?? '')
    await expect(account.readPost(id ?? '')).rejects.toMatchObject({ code: 'POST_GONE' })
  })

  it('to an update without the action REPLY is refused before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.network.follow({ by: 'bea', person: 'ada' })
    const [update] = await account.fetchUpdates()
    at.clear()

    await expect(account.replyToUpdate(stored(update), 'hi')).rejects.toMatchObject({ code: 'NOT_SUPPORTED' })
    expect(at.routes()).toEqual([])
  })
})
