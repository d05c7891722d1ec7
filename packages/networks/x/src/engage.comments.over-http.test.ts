import { InvalidPostError, NotSupportedError } from '@social/core'
import { makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const CREATE = 'POST /2/tweets'
const LISTED = { server: { timelineDelaySeconds: 0, mentionsDelaySeconds: 0, searchDelaySeconds: 0 } }

describe('a comment on an own post', () => {
  it('is one reply per key', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id: postId } = await account.post({ text: 'Bread' })
    const write = () => account.comment(postId, 'Recipe below', { idempotencyKey: 'k' })

    const id = await write()

    expect(await write()).toBe(id)
    expect(at.posts().at(-1)).toMatchObject({ id, repliedToId: postId, text: 'Recipe below' })
    expect(at.posts()).toHaveLength(2)
  })

  it('is found below its post when its response was lost', async () => {
    await using at = await usingEmulator(LISTED)
    const account = await at.signIn()
    const { id: postId } = await account.post({ text: 'Bread' })
    at.forget()
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })

    const id = await account.comment(postId, 'Recipe below')

    expect(at.posts().at(-1)?.id).toBe(id)
    expect(at.counts()).toEqual({ [CREATE]: 1, 'GET /2/users/:id/tweets': 1 })
  })

  it('that is too long is refused before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.comment('1', 'a'.repeat(281))).rejects.toThrow(InvalidPostError)
    expect(at.counts()).toEqual({})
  })

  it('requires tweet.write, and is refused without it before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'users.read'])

    await expect(account.comment('1', 'Hi')).rejects.toMatchObject({ needs: 'tweet.write' })
    expect(at.counts()).toEqual({})
  })
})

describe('a first comment', () => {
  it('is published below the post under the same key, once', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const post = () => account.post({ text: 'Bread', firstComment: 'Recipe below' }, { idempotencyKey: 'k' })

    const first = await post()

    expect(first.firstComment).toMatchObject({ state: 'DONE', id: at.posts().at(-1)?.id })
    expect((await post()).firstComment).toEqual(first.firstComment)
    expect(at.posts()).toMatchObject([{ repliedToId: null }, { repliedToId: first.id }])
  })

  it('that is too long refuses the whole post before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.post({ text: 'Bread', firstComment: 'a'.repeat(281) })).rejects.toThrow(
      InvalidPostError,
    )
    expect(at.counts()).toEqual({})
  })
})

describe('editing a reply', () => {
  it('is refused by name: X edits only posts of accounts with Premium', async () => {
    await using at = await usingEmulator()
    const { id } = await at.signIn()
    const account = at.client.account<string>(id)
    const facts = { id: '1', platform: 'x', connectionId: id, timestamp: at.clock.now(), postId: '1' }
    const mention = makeUpdate({ ...facts, kind: 'MENTION' })

    const editing = account.editReply(mention, '1', 'Hello')

    await expect(editing).rejects.toThrow(NotSupportedError)
    await expect(editing).rejects.toThrow('x does not support editing a reply to an update')
    expect(at.counts()).toEqual({})
  })
})
