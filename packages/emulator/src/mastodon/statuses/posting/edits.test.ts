import { describe, expect, it } from 'vitest'

import { aFile, AtMastodon, idOf } from '../../../__fixtures__/at-mastodon.js'
import { samplePng } from '../../../framework/files/samples.js'

const picture = () => aFile(samplePng(), 'a.png', 'image/png')

type Form = Record<string, string> | [string, string][]

async function aStatus(form: Form = { status: 'old', spoiler_text: 'sun' }) {
  const server = new AtMastodon()
  const token = server.signIn('ada')
  const id = await server.post(token, form)
  return {
    server,
    token,
    id,
    edit: (changes: Form, of = token) =>
      server.call(`PUT /api/v1/statuses/${id}`, { token: of, form: changes }),
    read: async (what = '') => (await server.call(`GET /api/v1/statuses/${id}${what}`, { token })).body,
  }
}

describe('an edit', () => {
  it('replaces everything except language and visibility', async () => {
    const { edit, read } = await aStatus([
      ['status', 'old'],
      ['spoiler_text', 'sun'],
      ['language', 'de'],
      ['visibility', 'unlisted'],
    ])

    const { status, body } = await edit({ status: 'new' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      content: '<p>new</p>',
      spoiler_text: '',
      sensitive: false,
      language: 'de',
      visibility: 'unlisted',
      edited_at: expect.any(String),
    })
    expect(await read('/source')).toMatchObject({ text: 'new', spoiler_text: '' })
  })

  it('without a change is not recorded', async () => {
    const { edit, read } = await aStatus()

    expect((await edit({ status: 'old', spoiler_text: 'sun' })).body).toMatchObject({ edited_at: null })
    expect(await read('/history')).toHaveLength(1)
  })

  it('is in the history, oldest first', async () => {
    const { edit, read } = await aStatus({ status: 'one' })
    await edit({ status: 'two' })
    await edit({ status: 'three' })

    expect(await read('/history')).toMatchObject([
      { content: '<p>one</p>' },
      { content: '<p>two</p>' },
      { content: '<p>three</p>' },
    ])
  })

  it('keeps the listed files, updates their descriptions, and detaches the others', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    const [one, two] = [
      idOf((await server.upload(token, picture())).body),
      idOf((await server.upload(token, picture())).body),
    ]
    const id = await server.post(token, [
      ['media_ids[]', one],
      ['media_ids[]', two],
    ])
    const form: [string, string][] = [
      ['media_ids[]', two],
      ['media_attributes[][id]', two],
      ['media_attributes[][description]', 'second'],
      ['media_attributes[][id]', one],
      ['media_attributes[][description]', 'first'],
    ]

    const { body } = await server.call(`PUT /api/v1/statuses/${id}`, { token, form })

    expect(body).toMatchObject({ media_attachments: [{ id: two, description: 'second' }] })
    expect((await server.call(`GET /api/v1/media/${one}`, { token })).body).toMatchObject({
      description: null,
    })
  })

  it('is not found for another person', async () => {
    const { server, edit } = await aStatus()

    expect((await edit({ status: 'mine' }, server.signIn('bea'))).status).toBe(404)
  })

  it('to an empty or too long text is refused', async () => {
    const { edit } = await aStatus()

    expect((await edit({ status: '' })).status).toBe(422)
    expect((await edit({ status: 'a'.repeat(501) })).status).toBe(422)
  })
})

describe('a boost', () => {
  it('is created once, and is removed by the id of the original', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    const { id } = server.control.post({ by: 'bo', text: 'hello' })
    const boost = (verb: string, of = id) => server.call(`POST /api/v1/statuses/${of}/${verb}`, { token })

    const first = await boost('reblog')
    expect(first.body).toMatchObject({ reblog: { id, reblogged: true, reblogs_count: 1 } })
    expect(idOf((await boost('reblog')).body)).toBe(idOf(first.body))
    expect(idOf((await boost('reblog', idOf(first.body))).body)).toBe(idOf(first.body))

    expect((await boost('unreblog')).body).toMatchObject({ id, reblogged: false, reblogs_count: 0 })
    expect((await boost('unreblog')).status).toBe(200)
  })

  it('of a status with limited visibility is refused', async () => {
    const server = new AtMastodon()
    const token = server.signIn('ada')
    const mine = await server.post(token, { status: 'mine', visibility: 'private' })
    const direct = await server.post(token, { status: 'psst', visibility: 'direct' })
    const boost = async (id: string) =>
      (await server.call(`POST /api/v1/statuses/${id}/reblog`, { token })).status

    expect([await boost(mine), await boost(direct)]).toEqual([200, 403])
  })
})
