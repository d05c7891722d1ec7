import { NotAllowedError, OutcomeUnknownError, PostGoneError } from '@social/core'
import { makeUpdate } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'
import { picture } from './__fixtures__/files.js'

const CONCURRENCY = { timelineDelaySeconds: 0, mentionsDelaySeconds: 0, searchDelaySeconds: 0 }

describe('a reply', () => {
  it('is a post with a parent, files and options', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: '@ada what do you think?' })

    const result = await account.reply(id, 'Fine', { media: [picture()], options: { madeWithAi: true } })

    expect(at.posts().at(-1)).toMatchObject({ id: result.id, repliedToId: id, madeWithAi: true })
    expect(at.posts().at(-1)?.mediaIds).toHaveLength(1)
  })

  it('whose response was lost is found below its parent', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: '@ada what do you think?' })
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'replyLost' })

    const result = await account.reply(id, 'Fine')

    expect(result.id).toBe(at.posts().at(-1)?.id)
    expect(at.effects()).toHaveLength(1)
  })

  it('is not mistaken for a reply to another post, or for a top-level post', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: '@ada what do you think?' })
    await account.post({ text: 'Fine' })
    at.faults.add({ method: 'POST', path: '/2/tweets', fault: 'closeBeforeEffect' })

    await expect(account.reply(id, 'Fine')).rejects.toBeInstanceOf(OutcomeUnknownError)
  })

  it('to a person who did not mention the account is refused by the plan, with advice', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'not about you' })

    await expect(account.reply(id, 'Well')).rejects.toThrow(
      'an app can reply to a post only when its author mentioned the account',
    )
    await expect(account.reply('1', 'Well')).rejects.toBeInstanceOf(PostGoneError)
  })

  it('can be sent to a mention as delivered', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    at.network.post({ by: 'bo', text: '@ada hello' })
    const [mention] = await account.fetchUpdates()
    if (mention === undefined) throw new Error('no mention of ada was delivered')

    await account.replyToUpdate(mention, 'Hello yourself')

    expect(at.posts().at(-1)).toMatchObject({ repliedToId: mention.postId, text: 'Hello yourself' })
  })

  it.each(['FOLLOWED', 'REACTION_ADDED'] as const)(
    'to an update of the kind %s is refused before any request, naming kind and network (R-0231)',
    async (kind) => {
      await using at = await usingEmulator()
      const account = await at.signIn()
      const { id: postId } = at.network.post({ by: 'bo', text: '@ada hello' })
      const facts = { id: '1', platform: 'x', connectionId: account.id, timestamp: at.clock.now(), postId }
      const replying = account.replyToUpdate(makeUpdate({ ...facts, kind }), 'Hello')

      await expect(replying).rejects.toMatchObject({ code: 'NOT_SUPPORTED', platform: 'x' })
      await expect(replying).rejects.toThrow(kind)
      expect(at.requests()).toEqual([])
    },
  )
})

describe('likes and reposts', () => {
  it('are added and removed, also repeatedly', async () => {
    await using at = await usingEmulator({ server: { ...CONCURRENCY, plan: 'ENTERPRISE' } })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    const likes = () => at.posts().find((post) => post.id === id)?.likes
    const reposts = () => at.posts().filter(({ kind }) => kind === 'REPOST').length

    const given = [await account.like(id), await account.like(id)]
    const passedOn = [await account.repost(id), await account.repost(id)]
    const counts = [likes(), reposts()]
    await account.unlike(id)
    await account.unlike(id)
    await account.undoRepost(id)
    await account.undoRepost(id)

    expect(given.map(({ postId, likeId }) => [postId, likeId])).toEqual([
      [id, null],
      [id, null],
    ])
    expect(passedOn[0]).toMatchObject({ postId: id, repostId: expect.stringMatching(/^\d+$/) })
    expect(passedOn[1]?.repostId).toBe(passedOn[0]?.repostId)
    expect(counts).toEqual([1, 1])
    expect([likes(), reposts()]).toEqual([0, 0])
  })

  it('are retried when the response was lost, because repeats have no effect', async () => {
    await using at = await usingEmulator({ server: { plan: 'ENTERPRISE' } })
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    for (const path of ['/2/users/:id/likes', '/2/users/:id/retweets'])
      at.faults.add({ path, fault: 'replyLost' })

    await account.like(id)
    await account.repost(id)

    expect(at.posts().filter(({ kind }) => kind === 'REPOST')).toHaveLength(1)
  })

  it('are refused once without the plan, and not as a sign-in problem', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = at.network.post({ by: 'bo', text: 'hi' })
    const liking = account.like(id)

    await expect(liking).rejects.toBeInstanceOf(NotAllowedError)
    await expect(liking).rejects.toThrow('Since April 2026 likes require an Enterprise plan')
    expect(at.counts()).toEqual({ 'POST /2/users/:id/likes': 1 })
  })

  it.each([
    ['like', 'like.write'],
    ['unlike', 'like.write'],
    ['repost', 'tweet.write'],
    ['undoRepost', 'tweet.write'],
    ['readLikes', 'like.read'],
  ] as const)('by %s require %s, and are refused without it before any request', async (method, needs) => {
    await using at = await usingEmulator()
    const account = await at.signIn('ada', ['tweet.read', 'users.read'])

    await expect(account[method]('1')).rejects.toMatchObject({ code: 'MISSING_PERMISSION', needs })
    expect(at.requests()).toEqual([])
  })

  it.each(['like', 'unlike', 'repost', 'undoRepost', 'readLikes'] as const)(
    'by %s accept only the id of a post',
    async (method) => {
      await using at = await usingEmulator()
      const account = await at.signIn()

      await expect(account[method]('../users/me')).rejects.toThrow('An x post id has 1 to 19 digits')
      expect(at.requests()).toEqual([])
    },
  )

  it('of a post are read page by page', async () => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    const { id } = await account.post({ text: 'hi' })
    for (const by of ['bo', 'cleo']) at.network.like({ by, on: id })

    const first = await account.readLikes(id, { limit: 1 })
    const second = await account.readLikes(id, { limit: 1, after: first.next })
    const none = await account.readLikes(at.network.post({ by: 'bo', text: 'quiet' }).id)

    expect(new Set([...first.items, ...second.items].map(({ person }) => person.handle))).toEqual(
      new Set(['bo', 'cleo']),
    )
    expect([second.next, none]).toEqual([null, { items: [], next: null }])
  })
})
