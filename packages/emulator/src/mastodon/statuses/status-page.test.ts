import { beforeEach, expect, it } from 'vitest'

import { AtMastodon } from '../../__fixtures__/at-mastodon.js'

let server: AtMastodon
let ada: string

beforeEach(() => {
  server = new AtMastodon()
  ada = server.signIn('ada')
})

it('shows a status to every visitor, as text and never as markup', async () => {
  const id = await server.post(ada, { status: 'Hello <b>you</b>', spoiler_text: 'Loud' })

  const { status, text } = await server.call(`GET /@ada/${id}`)

  expect(status).toBe(200)
  expect(text).toContain('<p>Hello &lt;b&gt;you&lt;/b&gt;</p>')
  expect(text).toContain('Loud')
})

it('shows only public statuses, and only under the name of their author', async () => {
  const hidden = await server.post(ada, { status: 'For followers', visibility: 'private' })
  const open = await server.post(ada, { status: 'For all' })

  expect((await server.call(`GET /@ada/${hidden}`)).status).toBe(404)
  expect((await server.call(`GET /@bea/${open}`)).status).toBe(404)
})

it('responds to favicon requests of browsers without counting them', async () => {
  expect((await server.call('GET /favicon.ico')).status).toBe(204)
  expect(server.network.log.list()).toEqual([])
})
