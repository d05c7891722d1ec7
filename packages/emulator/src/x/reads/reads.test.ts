import { describe, expect, it } from 'vitest'

import { AtX, dataOf, idOf } from '../../__fixtures__/at-x.js'

const MENTIONS =
  'max_results=40&post.fields=created_at,conversation_id&expansions=author_id,in_reply_to_user_id,referenced_posts&user.fields=username,name,profile_image_url'

describe('mentions', () => {
  it('are posts that mention the person and replies to theirs, newest first and slightly late', async () => {
    const at = new AtX()
    const token = at.signIn()
    const own = idOf(await at.post(token, { text: 'Mine' }))
    const answer = at.control.post({ by: 'bo', text: 'Yes', on: own }).id
    const naming = at.control.post({ by: 'cleo', text: 'Hello @Ada' }).id
    const read = () => at.call(`GET /2/users/${at.id()}/mentions?${MENTIONS}`, { token })

    const early = await read()
    at.clock.advance(2)

    expect(early.body).toEqual({ meta: { result_count: 0 } })
    expect((await read()).body).toMatchObject({
      data: [
        { id: naming, author_id: at.id('cleo'), created_at: '2026-11-22T12:00:00.000Z' },
        { id: answer, in_reply_to_user_id: at.id(), referenced_posts: [{ type: 'replied_to', id: own }] },
      ],
      includes: {
        users: [{ username: 'cleo' }, { username: 'bo' }, { username: 'ada' }],
        posts: [{ id: own }],
      },
      meta: { result_count: 2, newest_id: naming, oldest_id: answer },
    })
  })

  it('come in pages, and can start after an id or a time', async () => {
    const at = new AtX({ mentionsDelaySeconds: 0 })
    const token = at.signIn()
    const ids = Array.from(
      { length: 7 },
      (_, index) => at.control.post({ by: 'bo', text: `@ada ${index}` }).id,
    )
    const path = `/2/users/${at.id()}/mentions`

    const first = await at.call(`GET ${path}?max_results=5`, { token })
    const { meta } = first.body as { readonly meta: { readonly next_token: string } } // safe cast: a body without `meta` fails the test
    at.control.post({ by: 'bo', text: '@ada in between' })
    const second = await at.call(`GET ${path}?max_results=5&pagination_token=${meta.next_token}`, { token })
    const since = await at.call(`GET ${path}?since_id=${ids[5]}`, { token })

    expect(second.body).toMatchObject({ data: [{ id: ids[1] }, { id: ids[0] }], meta: { result_count: 2 } })
    expect(JSON.stringify(second.body)).not.toContain('next_token')
    expect(since.body).toMatchObject({ meta: { result_count: 2 } })
    for (const wrong of [
      'max_results=4',
      'start_time=2026-11-22T12:00:00.000Z',
      'start_time=2026-11-22T12:00:00%2B00:00',
      'since=1',
      'pagination_token=x',
    ])
      expect((await at.call(`GET ${path}?${wrong}`, { token })).status).toBe(400)
  })
})

describe('fields', () => {
  it('that do not exist are omitted without an error', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = idOf(await at.post(token, { text: 'a' }))

    const read = await at.call(`GET /2/tweets/${id}?post.fields=created_at,author_id,craeted_at`, { token })

    expect(Object.keys(dataOf(read) as object)).toEqual(['id', 'text', 'edit_history_post_ids', 'created_at'])
  })

  it('accept the old names as an alternative, which cannot be mixed with the new ones', async () => {
    const at = new AtX()
    const token = at.signIn()
    const id = idOf(await at.post(token, { text: 'a' }))

    const alias = await at.call(`GET /2/tweets/${id}?tweet.fields=author_id`, { token })
    const mixed = await at.call(`GET /2/tweets/${id}?tweet.fields=author_id&post.fields=lang`, { token })

    expect(dataOf(alias)).toMatchObject({ author_id: at.id() })
    expect(mixed.status).toBe(400)
  })

  it('had other names before August 2026, and unknown ones were refused', async () => {
    const at = new AtX({ vocabulary: 'TWEETS', mentionsDelaySeconds: 0 })
    const token = at.signIn()
    const own = idOf(await at.post(token, { text: 'Mine' }))
    at.control.post({ by: 'bo', text: 'Yes', on: own })

    const read = await at.call(
      `GET /2/users/${at.id()}/mentions?tweet.fields=public_metrics,author_id&expansions=referenced_tweets.id`,
      { token },
    )
    const unknown = await at.call(`GET /2/tweets/${own}?tweet.fields=nothing`, { token })
    const newer = await at.call(`GET /2/tweets/${own}?post.fields=lang`, { token })

    expect(read.body).toMatchObject({
      data: [
        {
          edit_history_tweet_ids: [expect.any(String)],
          referenced_tweets: [{ id: own }],
          public_metrics: { retweet_count: 0 },
        },
      ],
      includes: { tweets: [{ id: own }] },
    })
    expect([unknown.status, newer.status]).toEqual([400, 400])
  })
})

describe('search', () => {
  it('finds the conversations of the last seven days, with a delay', async () => {
    const at = new AtX()
    const root = idOf(await at.post(at.signIn(), { text: 'Root' }))
    const { id } = at.control.post({ by: 'bo', text: 'Answer', on: root })
    const found = async (query: string) =>
      (
        await at.call(`GET /2/tweets/search/recent?query=${encodeURIComponent(query)}`, {
          token: at.signIn(),
        })
      ).body

    const early = await found(`conversation_id:${root}`)
    at.clock.advance(10)
    const late = await found(`conversation_id:${root}`)

    expect(early).toEqual({ meta: { result_count: 0 } })
    expect(late).toMatchObject({ data: [{ id }, { id: root }] })
    expect(await found(`in_reply_to_tweet_id:${root} from:bo`)).toMatchObject({ data: [{ id }] })
    at.clock.advance(604_800)
    expect(await found(`conversation_id:${root}`)).toEqual({ meta: { result_count: 0 } })
  })

  it('refuses a query that is empty, too long, or has an unknown operator', async () => {
    const at = new AtX()
    const token = at.signIn()
    for (const query of ['', 'a'.repeat(513), 'mood:happy'])
      expect((await at.call(`GET /2/tweets/search/recent?query=${query}`, { token })).status).toBe(400)
  })
})

describe('people', () => {
  it('are found by handle and id, and missing ones are an error inside a 200', async () => {
    const at = new AtX()
    const token = at.signIn()

    expect(dataOf(await at.call('GET /2/users/by/username/bo', { token }))).toMatchObject({ id: at.id('bo') })
    expect(dataOf(await at.call(`GET /2/users/${at.id('bo')}`, { token }))).toMatchObject({ username: 'bo' })
    expect((await at.call('GET /2/users/by/username/nobody', { token })).body).toMatchObject({
      errors: [{ resource_type: 'user' }],
    })
  })
})
