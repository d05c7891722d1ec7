import { describe, expect, it } from 'vitest'

import { aFile, AtMastodon, idOf } from '../../../__fixtures__/at-mastodon.js'
import { samplePng } from '../../../framework/files/samples.js'

const POLL: [string, string][] = [
  ['status', 'Tea?'],
  ['poll[options][]', 'yes'],
  ['poll[options][]', 'no'],
  ['poll[expires_in]', '3600'],
]

async function aPoll(more: [string, string][] = []) {
  const server = new AtMastodon()
  const token = server.signIn('ada')
  const id = await server.post(token, [...POLL, ...more])
  const read = async (as = token) => {
    const { body } = await server.call(`GET /api/v1/statuses/${id}`, { token: as })
    return (body as { poll: Record<string, unknown> }).poll // safe cast: the test posted the status with a poll
  }
  return { server, token, id, read }
}

describe('a poll', () => {
  it('counts the votes, and returns each person their own choice', async () => {
    const { server, id, read } = await aPoll()
    server.control.vote({ by: 'bea', on: id, choices: ['1'] })

    expect(await read()).toMatchObject({
      expired: false,
      multiple: false,
      votes_count: 1,
      voters_count: 1,
      options: [
        { title: 'yes', votes_count: 0 },
        { title: 'no', votes_count: 1 },
      ],
      voted: true,
      own_votes: [],
    })
    expect(await read(server.signIn('bea'))).toMatchObject({ voted: true, own_votes: [1] })
  })

  it('may hide its totals until it ends', async () => {
    const { server, id, read } = await aPoll([['poll[hide_totals]', 'true']])
    server.control.vote({ by: 'bea', on: id, choices: ['0'] })

    expect(await read()).toMatchObject({ options: [{ votes_count: null }, { votes_count: null }] })
    server.clock.advance(3600)
    expect(await read()).toMatchObject({ expired: true, options: [{ votes_count: 1 }, { votes_count: 0 }] })
  })

  it.each([
    [
      'one choice',
      [
        ['status', 'x'],
        ['poll[options][]', 'yes'],
        ['poll[expires_in]', '3600'],
      ],
      /more than one/,
    ],
    ['the same twice', [...POLL, ['poll[options][]', 'no']], /duplicate/],
    [
      'five choices',
      [...POLL, ...['a', 'b', 'c'].map((choice) => ['poll[options][]', choice])],
      /more than 4/,
    ],
    ['a long choice', [...POLL, ['poll[options][]', 'a'.repeat(51)]], /50 characters/],
    ['too short a time', [...POLL, ['poll[expires_in]', '299']], /too soon/],
    ['too long a time', [...POLL, ['poll[expires_in]', '2629747']], /too far/],
    ['no time', POLL.slice(0, 3), /can't be blank/],
  ])('with %s is refused', async (_what, form, message) => {
    const server = new AtMastodon()
    const call = { token: server.signIn('ada'), form: form as [string, string][] } // safe cast: every entry of `form` is a pair of strings
    const { status, body } = await server.call('POST /api/v1/statuses', call)

    expect(status).toBe(422)
    expect(JSON.stringify(body)).toMatch(message)
  })

  it.each([
    ['4.5.9', 422],
    ['4.6.0', 200],
  ])('next to a picture returns on %s the status %i', async (version, expected) => {
    const server = new AtMastodon({ version })
    const token = server.signIn('ada')
    const media = idOf((await server.upload(token, aFile(samplePng(), 'a.png', 'image/png'))).body)
    const form: [string, string][] = [...POLL, ['media_ids[]', media]]

    expect((await server.call('POST /api/v1/statuses', { token, form })).status).toBe(expected)
  })

  it('loses its votes when an edit changes its choices, and keeps them otherwise', async () => {
    const { server, token, id, read } = await aPoll()
    server.control.vote({ by: 'bea', on: id, choices: ['0'] })
    const edit = (form: [string, string][]) => server.call(`PUT /api/v1/statuses/${id}`, { token, form })

    await edit([['status', 'Coffee?'], ...POLL.slice(1)])
    expect(await read()).toMatchObject({ votes_count: 1 })
    await edit([...POLL, ['poll[options][]', 'maybe']])
    expect(await read()).toMatchObject({ votes_count: 0 })
    await edit([['status', 'Coffee?']])
    expect(await read()).toBeNull()
  })
})
