import { BlockedError, InvalidPostError, NotAllowedError, PostGoneError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

describe('replies over HTTP', () => {
  // Holds R-0216, R-0217, R-0273.
  it('mention everyone and need one additional request', async () => {
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

  // Holds R-0272.
  it('use the default visibility of the account when the post is public', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    at.people.changePerson({ person: 'ada', defaultVisibility: 'unlisted' })
    const { id } = at.people.post({ by: 'bea', text: 'hello' })

    const reply = await account.reply(id, 'hi')

    expect(at.statuses().find((status) => status.id === reply.id)?.visibility).toBe('unlisted')
  })

  // Holds R-0270, R-0271.
  it.each(['direct', 'private'])(
    'to a %s post never have a wider visibility than the post',
    async (visibility) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      at.people.follow({ by: 'ada', person: 'bea' })
      const { id } = at.people.mention({ by: 'bea', of: 'ada', text: 'between us', visibility })

      const reply = await account.reply(id, 'hi', { options: { visibility: 'public' } })

      expect(at.statuses().find((status) => status.id === reply.id)?.visibility).toBe(visibility)
    },
  )

  it('are created once when the response is lost', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'hello' })
    at.faults.add({ method: 'POST', path: '/api/v1/statuses', fault: 'replyLost' })

    await account.reply(id, 'hi')

    expect(at.statuses()).toHaveLength(2)
  })

  it('to a deleted post are refused with PostGoneError', async () => {
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

describe('likes over HTTP', () => {
  // Holds R-0218, R-0219.
  it('can be added and removed repeatedly', async () => {
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

  // Holds R-0036, R-0220.
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

  it('are refused for a post of a blocked author, with no BlockedError', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.people.post({ by: 'bea', text: 'hello' })
    at.people.block({ by: 'ada', person: 'bea' })

    const failure: unknown = await account.like(id).catch((error: unknown) => error)

    expect(failure).toBeInstanceOf(NotAllowedError)
    expect(failure).not.toBeInstanceOf(BlockedError)
  })
})
