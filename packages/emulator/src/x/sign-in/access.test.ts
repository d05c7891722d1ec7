import { describe, expect, it } from 'vitest'

import { AtX, dataOf, idOf, refusalOf } from '../../__fixtures__/at-x.js'
import { REFUSALS } from '../wire/problems.js'

describe('the plan', () => {
  it('of an app outside of any project refuses everything', async () => {
    const at = new AtX({ plan: 'NOT_ENROLLED' })

    const answer = await at.call('GET /2/users/me', { token: at.signIn() })

    expect([answer.status, answer.body]).toMatchObject([
      403,
      {
        reason: 'client-not-enrolled',
        required_enrollment: expect.any(String),
        client_id: at.control.app().clientId,
      },
    ])
  })

  it('without credits refuses with 402', async () => {
    const at = new AtX({ credits: 15 })
    const token = at.signIn()

    const first = await at.post(token, { text: 'The last one' })
    const second = await at.post(token, { text: 'One more' })

    expect(first.status).toBe(201)
    expect([second.status, second.body]).toMatchObject([
      402,
      { title: 'CreditsDepleted', type: expect.stringMatching(/\/credits$/) },
    ])
    expect(at.control.state().posts).toHaveLength(1)
  })

  it('limits the number of posts that are read, and reports no time to wait', async () => {
    const at = new AtX({ postReads: 1 })
    const token = at.signIn()
    const id = idOf(await at.post(token, { text: 'a' }))
    await at.call(`GET /2/tweets/${id}`, { token })

    const capped = await at.call(`GET /2/tweets/${id}`, { token })

    expect([capped.status, capped.body]).toMatchObject([
      429,
      { type: expect.stringMatching(/\/usage-capped$/), period: 'Monthly' },
    ])
    expect(capped.headers.get('x-rate-limit-remaining')).not.toBe('0')
  })
})

describe('bills', () => {
  it('report the cost of each request, and no cost for a refusal or an empty list', async () => {
    const at = new AtX({ mentionsDelaySeconds: 0 })
    const token = at.signIn()
    const id = idOf(await at.post(token, { text: 'Words' }))
    await at.post(token, { text: 'See https://a.com/' })
    await at.post(token, { text: 'Words' })
    await at.call(`GET /2/users/${at.id()}/mentions`, { token })
    for (const _ of [1, 2]) await at.call(`GET /2/tweets/${id}`, { token })
    await at.call(`DELETE /2/tweets/${id}`, { token })

    expect(at.control.bills().map(({ route, what, units }) => [route, what, units])).toEqual([
      ['POST /2/tweets', 'POST_CREATE', 15],
      ['POST /2/tweets', 'POST_WITH_URL', 200],
      ['GET /2/tweets/:id', 'POST_READ', 5],
      ['DELETE /2/tweets/:id', 'CONTENT_MANAGE', 5],
    ])
    expect(at.control.state().units).toBe(225)
  })
})

describe('requests', () => {
  it('are counted for each person in windows of 15 minutes, and new posts of the app per day', async () => {
    const at = new AtX({ rates: { 'POST /2/tweets': 1, 'day POST /2/tweets': 3 } })
    const token = at.signIn()
    const first = await at.post(token, { text: '1' })

    const second = await at.post(token, { text: '2' })

    expect(first.headers.get('x-rate-limit-limit')).toBe('1')
    expect(first.headers.get('x-app-limit-24hour-remaining')).toBe('2')
    expect(refusalOf(second)).toEqual([429, 'Too Many Requests'])
    expect(second.headers.get('x-rate-limit-reset')).toBe(String(Date.parse('2026-11-22T12:15:00Z') / 1000))
    expect((await at.post(at.signIn('bo'), { text: '3' })).status).toBe(201)
    at.clock.advance(900)
    const last = await at.post(token, { text: '4' })
    expect([last.status, last.headers.get('x-app-limit-24hour-remaining')]).toEqual([429, '0'])
  })

  it('without a scope are refused without a reason', async () => {
    const at = new AtX()
    const token = at.signIn('ada', ['tweet.read', 'users.read'])

    expect(refusalOf(await at.post(token, { text: 'a' }))).toEqual([403, 'Forbidden'])
  })

  it.each(Object.keys(REFUSALS))('can be refused by name: %s', async (refusal) => {
    const at = new AtX()
    const token = at.signIn()
    at.control.refuseNext({ refusal, route: 'POST /2/tweets' })

    const refused = await at.post(token, { text: 'a' })

    expect(refused.status).toBe(REFUSALS[refusal]?.('x').status)
    expect(at.control.state().posts).toEqual([])
    expect((await at.post(token, { text: 'a' })).status).toBe(201)
  })

  it('can take effect and return a 503', async () => {
    const at = new AtX()
    const token = at.signIn()
    at.network.faults.add({ fault: 'status', status: 503, afterEffect: true, path: '/2/tweets' })

    const answer = await at.post(token, { text: 'a' })

    expect([answer.status, at.control.state().posts.length]).toEqual([503, 1])
  })
})

describe('messages', () => {
  it('are sent to people and groups, contain one file, and are listed', async () => {
    const at = new AtX()
    const token = at.signIn()
    const media = await at.upload(token, 'image', 'dm_image')
    const to = `POST /2/dm_conversations/with/${at.id('bo')}/messages`

    const sent = await at.call(to, { token, json: { text: 'Psst', attachments: [{ media_id: media }] } })
    const { dm_conversation_id: conversation } = dataOf(sent) as { readonly dm_conversation_id: string } // safe cast: a body without this id fails the test
    await at.call(`POST /2/dm_conversations/${conversation}/messages`, {
      token: at.signIn('bo'),
      json: { text: 'Yes?' },
    })
    const group = {
      conversation_type: 'Group',
      participant_ids: [at.id('bo'), at.id('cleo')],
      message: { text: 'All' },
    }
    await at.call('POST /2/dm_conversations', { token, json: group })
    const query = 'dm_event.fields=dm_conversation_id,created_at&expansions=sender_id&user.fields=username'
    const events = await at.call(`GET /2/dm_events?${query}`, { token })
    const pair = await at.call(`GET /2/dm_conversations/${conversation}/dm_events?max_results=1`, { token })

    expect([sent.status, conversation]).toEqual([201, [at.id(), at.id('bo')].join('-')])
    expect(events.body).toMatchObject({
      data: [
        { text: 'All' },
        { text: 'Yes?', sender_id: at.id('bo') },
        { text: 'Psst', dm_conversation_id: conversation },
      ],
      includes: { users: [{ username: 'ada' }, { username: 'bo' }] },
    })
    expect(pair.body).toMatchObject({
      data: [{ text: 'Yes?' }],
      meta: { result_count: 1, next_token: expect.any(String) },
    })
    expect(at.network.effects.list().map(({ kind }) => kind)).toEqual(['MESSAGE', 'MESSAGE', 'MESSAGE'])
  })

  it('are refused if they are empty, the recipient has closed messages, or the conversation is not theirs', async () => {
    const at = new AtX()
    const token = at.signIn()
    const to = `POST /2/dm_conversations/with/${at.id('bo')}/messages`
    const others = at.control.message({ by: 'bo', to: 'cleo', text: 'Private' })

    const empty = await at.call(to, { token, json: {} })
    const foreign = await at.call(`POST /2/dm_conversations/${others.conversationId}/messages`, {
      token,
      json: { text: 'Hi' },
    })
    at.control.closeMessages({ person: 'bo' })
    const closed = await at.call(to, { token, json: { text: 'Hi' } })

    expect([empty.status, foreign.status, closed.status]).toEqual([400, 403, 403])
    expect((await at.call(`DELETE /2/dm_events/${others.id}`, { token })).status).toBe(403)
    expect((await at.call(`DELETE /2/dm_events/${others.id}`, { token: at.signIn('cleo') })).status).toBe(200)
  })
})
