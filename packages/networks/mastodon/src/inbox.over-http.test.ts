import { BlockedError, InvalidPostError, NotAllowedError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

describe('replies over HTTP', () => {
  it('name everyone and cost one request more', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.mention({ by: 'bo', of: 'bea', text: 'what do you think?' })

    const reply = await account.reply(id, 'I agree')

    expect(at.counts()).toEqual({ 'GET /api/v1/statuses/:id': 1, 'POST /api/v1/statuses': 1 })
    expect(at.statuses().find((status) => status.id === reply.id)).toMatchObject({
      text: '@bo@other.example @bea I agree',
      replyTo: id,
      visibility: 'public',
    })
  })

  it('are as public as the account likes, when the post is public', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.changePerson({ person: 'ada', defaultVisibility: 'unlisted' })
    const { id } = at.people.post({ by: 'bea', text: 'hello' })

    const reply = await account.reply(id, 'hi')

    expect(at.statuses().find((status) => status.id === reply.id)?.visibility).toBe('unlisted')
  })

  it.each(['direct', 'private'])(
    'to a %s post are no more public than it, whatever is asked',
    async (visibility) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      at.people.follow({ by: 'ada', person: 'bea' })
      const { id } = at.people.mention({ by: 'bea', of: 'ada', text: 'between us', visibility })

      const reply = await account.reply(id, 'hi', { options: { visibility: 'public' } })

      expect(at.statuses().find((status) => status.id === reply.id)?.visibility).toBe(visibility)
    },
  )

  it('are made once when the answer is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'hello' })
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

    await account.reply(id, 'hi')

    expect(at.statuses()).toHaveLength(2)
  })

  it('to a post that is gone say so', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.reply('123', 'hi')).rejects.toThrow(PostGoneError)
  })

  it('refuse an unknown option before any request', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()

    await expect(account.reply('123', 'hi', { options: { titel: 'x' } })).rejects.toThrow(InvalidPostError)
    expect(at.counts()).toEqual({})
  })
})

describe('threads over HTTP', () => {
  it('are complete when everything is there', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hello' })
    const first = at.people.comment({ by: 'bea', on: id, text: 'one' })
    const second = at.people.comment({ by: 'bo', on: first.id, text: 'two' })

    const thread = await account.readThread(id)

    expect(thread.replies.map((reply) => [reply.id, reply.parentId, reply.rootId])).toEqual([
      [first.id, id, id],
      [second.id, first.id, id],
    ])
    expect(thread.replies[0]?.text).toBe('@ada one')
    expect(thread.complete).toBe(true)
    expect((await account.readThread(id, { depth: 1 })).complete).toBe(false)
    expect((await account.readThread(id, { limit: 1 })).replies).toHaveLength(1)
    expect((await account.readThread(second.id)).post.rootId).toBe(id)
  })

  it('are not complete while replies arrive from other servers', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bo', text: 'far away' })
    at.people.asyncRefresh({ on: id })

    expect((await account.readThread(id)).complete).toBe(false)
  })

  it('read mentions, links and tags out of the HTML', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.mention({
      by: 'bea',
      of: 'ada',
      text: 'see https://example.com/a/very/long/path/that/is/cut #cats',
    })

    const post = await account.readPost(id)

    expect(post.links.map(({ kind, start, end }) => [kind, post.text.slice(start, end)])).toEqual([
      ['MENTION', '@ada'],
      ['LINK', expect.stringMatching(/^example\.com/)],
      ['TAG', '#cats'],
    ])
    expect(post.html).toContain('<p>')
  })
})

describe('likes over HTTP', () => {
  it('are given and taken back, any number of times', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'hello' })

    await account.like(id)
    await account.like(id)
    expect(await account.readPost(id)).toMatchObject({ likeCount: 1, likedByMe: true })
    await account.unlike(id)
    await account.unlike(id)
    expect(await account.readPost(id)).toMatchObject({ likeCount: 0, likedByMe: false })
  })

  it('are read page by page to the end', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'like me' })
    for (const by of ['bea', 'cleo', 'bo', 'dee']) at.people.favourite({ by, on: id })
    const seen: (string | null)[] = []

    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof account.readLikes>> = await account.readLikes(id, {
        after,
        limit: 1,
      })
      seen.push(...page.items.map(({ person }) => person.handle))
      after = page.next
    } while (after !== null)

    expect(seen).toHaveLength(4)
    expect(new Set(seen)).toEqual(
      new Set([`bea@${at.host}`, 'bo@other.example', `cleo@${at.host}`, 'dee@far.example']),
    )
  })

  it('are refused for a post whose author is blocked, without being called a block', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'hello' })
    at.people.block({ by: 'ada', person: 'bea' })

    const failure: unknown = await account.like(id).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(NotAllowedError)
    expect(failure).not.toBeInstanceOf(BlockedError)
  })
})

describe('the numbers and the profile over HTTP', () => {
  it('cost one request each', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'count me' })
    at.people.comment({ by: 'bea', on: id, text: 'one' })
    at.people.favourite({ by: 'bo', on: id })
    at.people.boost({ by: 'bo', on: id })
    at.forget()

    expect(await account.readStats(id)).toMatchObject({ comments: 1, likes: 1, shares: 1 })
    expect(await account.profile()).toMatchObject({ name: `@ada@${at.host}` })
    expect(at.counts()).toEqual({
      'GET /api/v1/statuses/:id': 1,
      'GET /api/v1/accounts/verify_credentials': 1,
    })
  })
})

describe('polling over HTTP', () => {
  it('tells of everything that happens, once and in order', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hello' })
    const start = await account.fetchUpdatesAfter(null)
    const happen = [
      () => at.people.comment({ by: 'bea', on: id, text: 'one' }),
      () => at.people.mention({ by: 'bo', of: 'ada', text: 'hey' }),
      () => at.people.message({ by: 'bea', to: ['ada'], text: 'psst' }),
      () => at.people.favourite({ by: 'bo', on: id }),
      () => at.people.boost({ by: 'bo', on: id }),
      () => at.people.quote({ by: 'bea', on: id, text: 'look' }),
      () => at.people.follow({ by: 'dee', person: 'ada' }),
    ]
    for (const one of happen) {
      await at.clock.advance(1)
      one()
    }

    const { updates, marker, more } = await account.fetchUpdatesAfter(start.marker ?? '0')

    expect(updates.map(({ kind, aboutPostId }) => [kind, aboutPostId])).toEqual([
      ['COMMENT_CREATED', id],
      ['MENTION', null],
      ['MESSAGE_RECEIVED', null],
      ['REACTION_ADDED', id],
      ['REPOST_ADDED', id],
      ['MENTION', id],
      ['FOLLOWED', null],
    ])
    expect(more).toBe(false)
    expect(await account.fetchUpdatesAfter(marker)).toEqual({ updates: [], marker, more: false })
  })

  it('sees each of 100 notifications once, ten at a time, while more arrive', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const mention = () => at.people.mention({ by: 'bea', of: 'ada', text: 'hey' }).id
    const made = [mention()]
    const first = await account.fetchUpdatesAfter(null, { limit: 10 })
    const seen = first.updates.map(({ postId }) => postId)
    for (let count = 1; count < 100; count += 1) made.push(mention())

    let { marker, more } = await account.fetchUpdatesAfter(first.marker, { limit: 10 }).then((batch) => {
      seen.push(...batch.updates.map(({ postId }) => postId))
      return batch
    })
    while (more) {
      if (made.length < 105) made.push(mention())
      const batch = await account.fetchUpdatesAfter(marker, { limit: 10 })
      seen.push(...batch.updates.map(({ postId }) => postId))
      ;({ marker, more } = batch)
    }

    expect(seen).toEqual(made)
  })

  it('finds the same updates by time and by marker', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const before = at.clock.now()
    await at.clock.advance(1)
    at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })

    const byTime = await account.fetchUpdates(before)
    const byMarker = await account.fetchUpdatesAfter(null)

    expect(byTime).toHaveLength(1)
    expect(byTime.map(({ id }) => id)).toEqual(byMarker.updates.map(({ id }) => id))
    expect(await account.fetchUpdates(at.clock.now())).toEqual([])
  })

  it('brings what a policy holds back only when asked to', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })

    expect(await account.fetchUpdates()).toEqual([])

    await using other = await usingEmulator({ platform: { includeFiltered: true } })
    const open = await other.signIn()
    other.people.mention({ by: 'bo', of: 'ada', text: 'stranger', filtered: true })
    expect(await open.fetchUpdates()).toHaveLength(1)
  })

  it('marks as seen, also when two write at once', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.mention({ by: 'bea', of: 'ada', text: 'hey' })
    const { marker } = await account.fetchUpdatesAfter(null)
    at.people.conflictMarkers({})
    at.forget()

    await account.markSeen(marker ?? '')

    expect(at.counts()).toEqual({ 'POST /api/v1/markers': 2 })
  })
})

describe('private messages over HTTP', () => {
  it('are listed, read, answered and marked as read', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bo', to: ['ada', 'bea'], text: 'hello you two' })

    const { items } = await account.readConversations()
    const [conversation] = items
    expect(conversation).toMatchObject({
      unreadCount: 1,
      fullHistory: false,
      lastMessage: { id, isMine: false },
    })
    expect(conversation?.people.map(({ handle }) => handle).toSorted()).toEqual([
      `bea@${at.host}`,
      'bo@other.example',
    ])

    const conversationId = conversation?.id ?? ''
    await at.clock.advance(1)
    const sent = await account.sendMessage(conversationId, 'hi')
    const { items: messages, next } = await account.readMessages(conversationId)
    expect(messages.map((message) => message.id)).toEqual([sent.id, id])
    expect(next).toBeNull()
    expect(at.statuses().find((status) => status.id === sent.id)).toMatchObject({
      visibility: 'direct',
      replyTo: id,
    })

    await account.markRead(conversationId)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 0 }])
  })

  it('stay among the people of the conversation', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.message({ by: 'bo', to: ['ada'], text: 'hello' })
    const [conversation] = (await account.readConversations()).items
    await at.clock.advance(1)
    at.people.message({ by: 'bo', to: ['ada', 'dee'], text: 'dee, see this', replyTo: id })

    const { items } = await account.readMessages(conversation?.id ?? '')

    expect(items.map((message) => message.id)).toEqual([id])
  })

  it('start a conversation that goes on by its real id, or by its marker', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const bo = at.people.state().people.find(({ acct }) => acct === 'bo@other.example')?.id ?? ''

    const first = await account.startConversation([bo], 'hello')
    expect(first.conversationId).toBe((await account.readConversations()).items[0]?.id)

    const marker = `status:${first.id}`
    await at.clock.advance(1)
    const second = await account.sendMessage(marker, 'are you there?')
    await at.clock.advance(1)
    at.people.message({ by: 'bo', to: ['ada'], text: 'yes', replyTo: second.id })
    expect((await account.readMessages(marker)).items).toHaveLength(3)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 1 }])
    await account.markRead(marker)
    expect((await account.readConversations()).items).toMatchObject([{ unreadCount: 0 }])
  })

  it('are sent once when the answer is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.message({ by: 'bo', to: ['ada'], text: 'hello' })
    const [conversation] = (await account.readConversations()).items
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

    await account.sendMessage(conversation?.id ?? '', 'hi')

    expect(at.statuses()).toHaveLength(2)
  })
})
