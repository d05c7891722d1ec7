import { NotFoundError, NotSupportedError, Poller, type Update } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { withVideo } from '../__fixtures__/with-video.js'

describe('comments', () => {
  // Holds R-0381.
  it('are one page, oldest first, with their authors and videos', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    const first = at.people.comment({ by: 'Grace', on: id, text: 'Lovely crust!' })
    await at.clock.advance(60)
    const second = at.people.comment({ by: 'Ada Makes Bread', on: id, text: 'Thank you' })
    at.people.comment({ by: 'Grace', on: first.id, text: 'a reply is not reported' })

    const updates = await ada.fetchUpdates()

    expect(updates.map((update) => update.id)).toEqual([first.id, second.id])
    expect(updates[0]).toMatchObject({
      kind: 'COMMENT_CREATED',
      kindName: 'COMMENT_CREATED',
      platform: 'youtube',
      connectionId: ada.id,
      timestamp: new Date('2026-11-21T12:00:00Z'),
      actor: { id: first.authorId, handle: 'grace', displayName: '@grace' },
      postId: first.id,
      aboutPostId: id,
      threadRootId: first.id,
      conversationId: null,
      text: 'Lovely crust!',
      url: `https://www.youtube.com/watch?v=${id}&lc=${first.id}`,
      isOwn: false,
      actions: ['REPLY', 'HIDE'],
      raw: { kind: 'youtube#commentThread' },
      envelope: {},
    })
    expect(updates[1]).toMatchObject({ isOwn: true, actions: ['REPLY', 'HIDE', 'DELETE'] })
    expect(at.requests().map(({ query }) => query)).toEqual([
      {
        part: 'snippet',
        allThreadsRelatedToChannelId: ada.id.slice('youtube:'.length),
        order: 'time',
        maxResults: '50',
        textFormat: 'plainText',
      },
    ])
  })

  // Holds R-0380, R-0382.
  it('are only those after the marker, and one page at most', async () => {
    await using at = await usingEmulator({ platform: { updatesPerCheck: 2 } })
    const { ada, id } = await withVideo(at)
    for (const text of ['one', 'two', 'three']) {
      at.people.comment({ by: 'Grace', on: id, text })
      await at.clock.advance(60)
    }
    const all = await ada.fetchUpdates()

    const newer = await ada.fetchUpdates(all[0]?.timestamp)

    expect(all).toHaveLength(2)
    expect(newer.map((update) => update.id)).toEqual([all[1]?.id])
    expect(at.counts()).toEqual({ 'GET /youtube/v3/commentThreads': 2 })
  })

  it('are oldest first, even within one second', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    const made = ['one', 'two', 'three'].map((text) => at.people.comment({ by: 'Grace', on: id, text }))

    const updates = await ada.fetchUpdates()

    expect(updates.map((update) => update.id)).toEqual(made.map((comment) => comment.id))
  })

  it('reach a poller once', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    const delivered: string[] = []
    let saved: unknown = null
    const poller = new Poller({
      fetch: (since, { signal }) => ada.fetchUpdates(since, { signal }),
      deliver: (update: Update) => void delivered.push(update.id),
      saveMarker: (marker) => void (saved = JSON.parse(marker)),
      clock: at.clock,
    })
    const one = at.people.comment({ by: 'Grace', on: id, text: 'one' })
    await poller.checkOnce()
    const two = at.people.comment({ by: 'Bo', on: id, text: 'two, in the same second' })
    await poller.checkOnce()

    expect(delivered).toEqual([one.id, two.id])
    expect(saved).toMatchObject({ at: '2026-11-21T12:00:00.000Z' })
  })

  it('can be replied to under the first comment of their thread, once per key', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    const top = at.people.comment({ by: 'Grace', on: id, text: 'Which flour?' })
    const [update] = await ada.fetchUpdates()
    if (!update) throw new Error('no update')

    await ada.replyToUpdate(update, 'Rye', { idempotencyKey: 'answer-1' })
    await ada.replyToUpdate(update, 'Rye', { idempotencyKey: 'answer-1' })

    const answers = at.people.state().comments.filter(({ parentId }) => parentId === top.id)
    expect(answers).toMatchObject([{ text: 'Rye' }])
    expect(ada.usage).toMatchObject({ units: 51 })
    // An application may build an update from a reply instead of a first comment.
    const reply = { ...update, raw: {}, envelope: {}, postId: answers[0]?.id ?? '', threadRootId: null }
    await ada.replyToUpdate(reply, 'Or wheat')
    expect(at.people.state().comments.filter(({ parentId }) => parentId === top.id)).toHaveLength(2)
  })

  it('are hidden and shown again', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.comment({ by: 'Grace', on: id, text: 'spam?' })
    const [update] = await ada.fetchUpdates()
    if (!update) throw new Error('no update')

    await ada.setCommentVisibility(update, { hidden: true })
    expect(await ada.fetchUpdates()).toEqual([])
    await ada.setCommentVisibility(update, { hidden: false })
    expect(await ada.fetchUpdates()).toHaveLength(1)
    expect(ada.usage).toMatchObject({ units: 103 }) // three polls at 1 unit, and two changes at 50 units
  })

  it('are deleted when they belong to the channel, and refused by name otherwise', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.comment({ by: 'Grace', on: id, text: 'theirs' })
    await at.clock.advance(1)
    at.people.comment({ by: 'Ada Makes Bread', on: id, text: 'ours' })
    const [theirs, ours] = await ada.fetchUpdates()
    if (!theirs || !ours) throw new Error('no updates')
    at.forget()

    const refused = ada.deleteComment(theirs)
    await expect(refused).rejects.toThrow(NotSupportedError)
    await expect(refused).rejects.toThrow(/youtube.*setCommentVisibility/)
    expect(at.counts()).toEqual({})
    await ada.deleteComment(ours)
    expect(at.people.state().comments).toHaveLength(1)
    expect(ada.usage).toMatchObject({ units: 51 })
  })

  it('count as deleted when the response to the deletion is lost', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.comment({ by: 'Ada Makes Bread', on: id, text: 'ours' })
    const [ours] = await ada.fetchUpdates()
    if (!ours) throw new Error('no update')
    at.faults.add({ fault: 'replyLost', method: 'DELETE' })

    await ada.deleteComment(ours)

    expect(at.people.state().comments).toEqual([])
    await expect(ada.deleteComment(ours)).rejects.toThrow(NotFoundError)
  })

  it('of another network, and other updates, are refused', async () => {
    await using at = await usingEmulator()
    const { ada, id } = await withVideo(at)
    at.people.comment({ by: 'Grace', on: id, text: 'hi' })
    const [update] = await ada.fetchUpdates()
    if (!update) throw new Error('no update')
    const foreign = { ...update, raw: {}, envelope: {}, platform: 'mastodon' }
    const revoked = { ...update, raw: {}, envelope: {}, kind: 'CONNECTION_REVOKED' } as const

    for (const wrong of [foreign, revoked])
      for (const work of [
        ada.replyToUpdate(wrong, 'hi'),
        ada.setCommentVisibility(wrong),
        ada.deleteComment(wrong),
      ])
        await expect(work).rejects.toThrow(NotSupportedError)
    await expect(ada.replyToUpdate(revoked, 'hi')).rejects.toThrow(
      'youtube does not support answering an update of the kind CONNECTION_REVOKED. Pass an update of the kind COMMENT_CREATED.',
    )
  })
})
