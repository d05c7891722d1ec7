import { InvalidPostError, Media, NetworkError, PostGoneError } from '@social/core'
import { samplePng } from '@social/emulator'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../../__fixtures__/at-emulator.js'
import { postHistory } from '../../read.js'

const EDIT = { method: 'PUT', path: '/api/v1/statuses/:id' } as const
const KEY = { idempotencyKey: 'k' }
const picture = (altText: string) => Media.fromBytes(samplePng(), { filename: 'cat.png', altText })

describe('an edit', () => {
  it('changes the text, and keeps everything else', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({
      text: 'old',
      media: [picture('a cat'), picture('a dog')],
      options: { spoilerText: 'pets', sensitive: true, language: 'de', visibility: 'unlisted' },
    })

    const result = await account.editPost(id, { text: 'new' })

    expect(result).toMatchObject({ id, state: 'DONE' })
    expect(await account.readPost(id)).toMatchObject({
      text: 'new',
      visibility: 'UNLISTED',
      attachments: [{ altText: 'a cat' }, { altText: 'a dog' }],
      editedAt: expect.any(Date),
      raw: { spoiler_text: 'pets', sensitive: true, language: 'de' },
    })
  })

  it('changes the warning and an alt text, and keeps the text', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({
      text: 'same',
      media: [picture('a cat')],
      options: { spoilerText: 'pets' },
    })
    const [attachment] = (await account.readPost(id)).attachments

    await account.editPost(id, {
      options: { spoilerText: '', altTexts: { [String(attachment?.raw['id'])]: 'a tired cat' } },
    })

    expect(await account.readPost(id)).toMatchObject({
      text: 'same',
      attachments: [{ altText: 'a tired cat' }],
      raw: { spoiler_text: '' },
    })
  })

  it('keeps a poll, its votes and its end', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const poll = { options: ['yes', 'no'], seconds: 3600, multiple: true, hideTotals: true }
    const { id } = await account.post({ text: 'Tea?', options: { poll } })
    at.people.vote({ by: 'bea', on: id, choices: ['0'] })
    const before = await account.readPost(id)

    await account.editPost(id, { text: 'Coffee?' })

    const { poll: after, text } = await account.readPost(id)
    expect(text).toBe('Coffee?')
    expect(after).toMatchObject({ voteCount: 1, multiple: true, choices: [{ votes: null }, { votes: null }] })
    expect(Math.abs(Number(after?.endsAt) - Number(before.poll?.endsAt))).toBeLessThan(2000)
  })

  it('is refused when it would reopen an ended poll', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({
      text: 'Tea?',
      options: { poll: { options: ['yes', 'no'], seconds: 300 } },
    })
    await at.clock.advance(60)

    await expect(account.editPost(id, { text: 'Coffee?' })).rejects.toThrow(InvalidPostError)

    expect(at.counts()['PUT /api/v1/statuses/:id']).toBeUndefined()
  })

  it.each([
    ['a text that is too long', { text: 'a'.repeat(501) }, /too long|longer|characters/i],
    ['a warning that is too long', { options: { spoilerText: 'a'.repeat(501) } }, /characters/i],
    ['the visibility', { options: { visibility: 'public' } }, /visibility/],
    [
      'a file that is not in the post',
      { options: { altTexts: { 7: 'x' } } },
      /"7", which is not in the post/,
    ],
  ])('is refused for %s, before any change', async (_what, edit, message) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'old' })

    await expect(account.editPost(id, edit)).rejects.toThrow(message)

    expect(at.counts()['PUT /api/v1/statuses/:id']).toBeUndefined()
  })

  it('of a missing post or another account’s post fails with PostGoneError', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'mine' })

    await expect(account.editPost(id, { text: 'x' })).rejects.toThrow(PostGoneError)
    await expect(account.editPost('1', { text: 'x' })).rejects.toThrow(PostGoneError)
  })

  it('appears in the history of the post, oldest first', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'one' })
    await at.clock.advance(60)
    await account.editPost(id, { text: 'two' })

    const history = await account.run((call) => postHistory(id, call))

    expect(history).toMatchObject([{ text: 'one' }, { text: 'two' }])
    expect(Number(history[1]?.createdAt) - Number(history[0]?.createdAt)).toBeGreaterThanOrEqual(60_000)
  })
})

describe('an edit whose response was lost', () => {
  it.each(['replyLost', 'closeBeforeEffect', 'dropMidBody'] as const)('is made once: %s', async (fault) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'one' })
    at.faults.add({ ...EDIT, fault })

    const result = await account.editPost(id, { text: 'two' }, KEY)

    expect(result.id).toBe(id)
    expect(await account.run((call) => postHistory(id, call))).toHaveLength(2)
  })

  it('is found when every response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'one' })
    at.faults.add({ ...EDIT, fault: 'replyLost', count: 'all' })

    expect(await account.editPost(id, { text: 'two' }, KEY)).toMatchObject({ id, state: 'DONE' })
  })

  it('is repeated with its key, but not when it could undo a later edit', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'one' })
    const fault = at.faults.add({ ...EDIT, fault: 'closeBeforeEffect', count: 'all' })
    const edit = () => account.editPost(id, { text: 'two' }, KEY)
    await expect(edit()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: 5 })
    fault.remove()
    await at.clock.advance(11 * 60)
    await account.editPost(id, { text: 'three' })

    await expect(edit()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', retryAfter: null })

    expect((await account.readPost(id)).text).toBe('three')
  })

  it('resumes with its key when it was not sent', async () => {
    await using at = await usingEmulator({ retries: { attempts: 1 } })
    const account = await at.signIn()
    const { id } = await account.post({ text: 'one' })
    const fault = at.faults.add({
      path: '/api/v1/statuses/:id/source',
      fault: 'closeBeforeEffect',
      count: 'all',
    })
    await expect(account.editPost(id, { text: 'two' }, KEY)).rejects.toThrow(NetworkError)
    fault.remove()

    expect(await account.editPost(id, { text: 'two' }, KEY)).toMatchObject({ state: 'DONE' })
  })
})

describe('a boost', () => {
  it('is created once, appears in the post, and is undone', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'hello' })

    const boost = await account.repost(id)
    expect(await account.repost(id)).toEqual(boost)
    expect(boost).toMatchObject({ postId: id })
    expect(await account.readPost(id)).toMatchObject({ repostedByMe: true, repostCount: 1 })

    await account.undoRepost(id)
    await account.undoRepost(id)
    expect(await account.readPost(id)).toMatchObject({ repostedByMe: false, repostCount: 0 })
  })

  it('can also be undone by its own id', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'hello' })
    const { repostId } = await account.repost(id)

    await account.undoRepost(repostId ?? '')

    expect(await account.readPost(id)).toMatchObject({ repostedByMe: false })
  })

  it('is created once when its response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'hello' })
    at.faults.add({ method: 'POST', path: '/api/v1/statuses/:id/reblog', fault: 'replyLost' })

    await account.repost(id)

    expect(await account.readPost(id)).toMatchObject({ repostCount: 1 })
  })

  it('of a private message is refused', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bea', to: ['ada'], text: 'psst' })

    await expect(account.repost(id)).rejects.toThrow(/does not allow/)
  })
})
