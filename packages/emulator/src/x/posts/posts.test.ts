import { describe, expect, it } from 'vitest'

import { AtX, dataOf, idOf, refusalOf } from '../../__fixtures__/at-x.js'

describe('a new post', () => {
  it('is available by its id immediately, with shortened URLs', async () => {
    const at = new AtX()
    const token = at.signIn()

    const made = await at.post(token, { text: 'See https://a.com/long/path?x=1 now' })
    const read = await at.call(`GET /2/tweets/${idOf(made)}?post.fields=entities`, { token })

    expect(made.status).toBe(201)
    expect(dataOf(made)).toMatchObject({
      text: expect.stringMatching(/^See https:\/\/t\.co\/\w{10} now$/),
      edit_history_post_ids: [idOf(made)],
    })
    expect(dataOf(read)).toMatchObject({
      entities: { urls: [{ expanded_url: 'https://a.com/long/path?x=1' }] },
    })
    expect(at.network.effects.list()).toMatchObject([{ kind: 'POST', id: idOf(made) }])
  })

  it.each([
    ['an unknown field', { text: 'a', title: 'b' }, 400],
    ['an unknown field further in', { text: 'a', reply: { in_reply_to_tweet_id: '1', x: 1 } }, 400],
    ['everyone as who may answer', { text: 'a', reply_settings: 'everyone' }, 400],
    ['nothing', {}, 400],
    ['an id that is a number', { text: 'a', quote_tweet_id: 5 }, 400],
    ['a poll of one', { text: 'a', poll: { options: ['x'], duration_minutes: 5 } }, 400],
    ['a poll of four minutes', { text: 'a', poll: { options: ['x', 'y'], duration_minutes: 4 } }, 400],
    [
      'an option of 26 characters',
      { text: 'a', poll: { options: ['x', 'y'.repeat(26)], duration_minutes: 5 } },
      400,
    ],
    [
      'a poll and files',
      { text: 'a', poll: { options: ['x', 'y'], duration_minutes: 5 }, media: { media_ids: ['1'] } },
      400,
    ],
    ['five files', { media: { media_ids: ['1', '2', '3', '4', '5'] } }, 400],
    ['a file that is not there', { text: 'a', media: { media_ids: ['1'] } }, 400],
    ['281 characters', { text: 'a'.repeat(281) }, 403],
    ['two cashtags', { text: '$TSLA $AAPL' }, 403],
    ['an answer to nothing', { text: 'a', reply: { in_reply_to_tweet_id: '1' } }, 403],
    ['a quote without the plan', { text: 'a', quote_tweet_id: '1' }, 403],
    ['a community that is not the person’s', { text: 'a', community_id: '1' }, 403],
    ['a change by somebody who does not pay', { text: 'a', edit_options: { previous_post_id: '1' } }, 403],
  ])('is refused with %s', async (_, json, status) => {
    const at = new AtX()

    const answer = await at.post(at.signIn(), json)

    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(at.control.state().posts).toEqual([])
    expect(at.control.bills()).toEqual([])
  })

  it('accepts poll, tags, reply settings, community and labels', async () => {
    const at = new AtX({
      people: [{ username: 'ada' }, { username: 'bo', allowsTags: false }, { username: 'cleo' }],
    })
    const token = at.signIn()
    at.control.joinCommunity({ person: 'ada', community: '77' })
    const media = { media_ids: [await at.upload(token)], tagged_user_ids: [at.id('bo'), at.id('cleo')] }

    await at.post(token, {
      text: 'Poll',
      poll: { options: ['x', 'y'], duration_minutes: 60 },
      reply_settings: 'verified',
    })
    await at.post(token, {
      media,
      community_id: '77',
      share_with_followers: true,
      made_with_ai: true,
      paid_partnership: true,
    })

    expect(at.control.state().posts).toMatchObject([
      { poll: { options: ['x', 'y'], minutes: 60 }, replySettings: 'verified' },
      { taggedIds: [at.id('cleo')], communityId: '77', madeWithAi: true, paidPartnership: true },
    ])
  })

  it('can have 25,000 characters with a subscription, and the long text is returned as a note', async () => {
    const at = new AtX()
    const token = at.signIn('cleo')
    const text = 'a'.repeat(25_000)

    const made = await at.post(token, { text })
    const read = await at.call(`GET /2/tweets/${idOf(made)}?post.fields=note_post`, { token })

    expect(dataOf(read)).toMatchObject({ note_post: { text } })
    expect((await at.post(token, { text: `${text}a` })).status).toBe(403)
  })

  it('with the same text is refused, regardless of the first response', async () => {
    const at = new AtX()
    const token = at.signIn()
    const send = () =>
      at.network.exchange(
        new Request('https://x.example/2/tweets', {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ text: 'Once' }),
        }),
      )
    at.network.faults.add({ fault: 'replyLost', path: '/2/tweets' })

    const lost = await send()
    const again = await at.post(token, { text: 'Once' })
    const timeline = () => at.call(`GET /2/users/${at.id()}/tweets?max_results=5`, { token })
    const early = await timeline()
    at.clock.advance(2)

    expect(lost.cut).toBe('BEFORE_REPLY')
    expect(refusalOf(again)).toEqual([403, 'You are not allowed to create a Tweet with duplicate content.'])
    expect(early.body).toEqual({ meta: { result_count: 0 } })
    expect((await timeline()).body).toMatchObject({ data: [{ text: 'Once' }], meta: { result_count: 1 } })
    at.clock.advance(7000)
    expect((await at.post(at.signIn('bo'), { text: 'Once' })).status).toBe(201)
  })
})

describe('replies', () => {
  it('are allowed to own posts, and to posts whose author mentioned the person', async () => {
    const at = new AtX()
    const token = at.signIn()
    const own = idOf(await at.post(token, { text: 'Mine' }))
    const plain = at.control.post({ by: 'bo', text: 'Nothing about you' }).id
    const naming = at.control.post({ by: 'bo', text: 'Hello @ada' }).id
    const quoting = at.control.post({ by: 'bo', text: 'Look', quoting: own }).id
    const answer = (id: string) => at.post(token, { text: `To ${id}`, reply: { in_reply_to_tweet_id: id } })

    const statuses = []
    for (const id of [own, plain, naming, quoting]) statuses.push((await answer(id)).status)

    expect(statuses).toEqual([201, 403, 201, 201])
    expect(refusalOf(await answer(plain))[1]).toContain('Reply to this conversation is not allowed')
    at.control.setPlan({ plan: 'ENTERPRISE' })
    expect((await answer(plain)).status).toBe(201)
  })

  it('contain the conversation, and can be hidden by its author', async () => {
    const at = new AtX()
    const token = at.signIn()
    const root = idOf(await at.post(token, { text: 'Root' }))
    const { id } = at.control.post({ by: 'bo', text: 'Answer', on: root })

    const hidden = await at.call(`PUT /2/tweets/${id}/hidden`, { token, json: { hidden: true } })
    const foreign = await at.call(`PUT /2/tweets/${root}/hidden`, {
      token: at.signIn('bo'),
      json: { hidden: true },
    })

    expect(at.control.state().posts[1]).toMatchObject({ conversationId: root, isHidden: true })
    expect([hidden.body, foreign.status]).toEqual([{ data: { hidden: true } }, 403])
  })
})

describe('edits', () => {
  it('return a new id, and are possible five times within an hour', async () => {
    const at = new AtX()
    const token = at.signIn('cleo')
    const first = idOf(await at.post(token, { text: 'v0' }))
    let last = first
    for (const version of [1, 2, 3, 4, 5])
      last = idOf(await at.post(token, { text: `v${version}`, edit_options: { previous_post_id: last } }))

    const sixth = await at.post(token, { text: 'v6', edit_options: { previous_post_id: last } })
    const read = await at.call(`GET /2/tweets/${first}?post.fields=edit_controls`, { token })

    expect(sixth.status).toBe(403)
    expect(dataOf(read)).toMatchObject({ id: last, text: 'v5', edit_controls: { edits_remaining: 0 } })
  })
})

describe('deletions', () => {
  it('work once, and only on own posts', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = idOf(await at.post(token, { text: 'Gone soon' }))

    const foreign = await at.call(`DELETE /2/tweets/${id}`, { token: at.signIn('bo') })
    const first = await at.call(`DELETE /2/tweets/${id}`, { token })
    const second = await at.call(`DELETE /2/tweets/${id}`, { token })
    const read = await at.call(`GET /2/tweets/${id}`, { token })

    expect([foreign.status, first.body, second.status]).toEqual([403, { data: { deleted: true } }, 404])
    expect([read.status, read.body]).toMatchObject([
      200,
      { errors: [{ resource_id: id, type: expect.stringMatching(/resource-not-found$/) }] },
    ])
  })
})

describe('likes and reposts', () => {
  it('require the Enterprise plan, and are listed', async () => {
    const at = new AtX()
    const token = at.signIn()
    const { id } = at.control.post({ by: 'bo', text: 'Nice' })
    const like = () => at.call(`POST /2/users/${at.id()}/likes`, { token, json: { tweet_id: id } })

    const refused = await like()
    at.control.setPlan({ plan: 'ENTERPRISE' })
    const liked = await like()
    const listed = await at.call(`GET /2/tweets/${id}/liking_users`, { token })
    const undone = await at.call(`DELETE /2/users/${at.id()}/likes/${id}`, { token })

    expect([refused.status, liked.body, undone.body]).toEqual([
      403,
      { data: { liked: true } },
      { data: { liked: false } },
    ])
    expect(listed.body).toMatchObject({ data: [{ username: 'ada' }], meta: { result_count: 1 } })
  })

  it('are created once', async () => {
    const at = new AtX()
    const token = at.signIn()
    const { id } = at.control.post({ by: 'bo', text: 'Nice' })
    const path = `/2/users/${at.id()}/retweets`
    for (const _ of [1, 2]) await at.call(`POST ${path}`, { token, json: { tweet_id: id } })

    const made = at.control.state().posts.filter(({ kind }) => kind === 'REPOST')
    const undone = await at.call(`DELETE ${path}/${id}`, { token })

    expect([made.length, undone.body]).toEqual([1, { data: { retweeted: false } }])
    expect(
      (await at.call(`POST /2/users/${at.id('bo')}/retweets`, { token, json: { tweet_id: id } })).status,
    ).toBe(403)
  })
})
