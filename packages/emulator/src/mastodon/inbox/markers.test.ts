import { expect, it } from 'vitest'

import { AtMastodon, NOW } from '../../__fixtures__/at-mastodon.js'

const FORM = { 'notifications[last_read_id]': '9007199254790001' }

it('stores the read position, and counts the changes', async () => {
  const server = new AtMastodon()
  const token = server.signIn('ada')
  const marker = { last_read_id: '9007199254790001', version: 1, updated_at: NOW.toISOString() }
  const first = await server.call('POST /api/v1/markers', { token, form: FORM })
  const json = await server.call('POST /api/v1/markers', {
    token,
    json: { notifications: { last_read_id: '9007199254790001' } },
  })
  expect(first.body).toEqual({ notifications: marker })
  expect(json.body).toEqual({ notifications: { ...marker, version: 2 } })
  const query = [
    ['timeline[]', 'notifications'],
    ['timeline[]', 'home'],
  ] as const
  expect((await server.call('GET /api/v1/markers', { token, query })).body).toEqual(json.body)
  expect((await server.call('GET /api/v1/markers', { token })).body).toEqual({})
})

it('returns a conflict as often as configured', async () => {
  const server = new AtMastodon()
  const token = server.signIn('ada')
  server.control.conflictMarkers()
  expect(await server.call('POST /api/v1/markers', { token, form: FORM })).toMatchObject({
    status: 409,
    body: { error: 'Conflict during update, please try again' },
  })
  expect((await server.call('POST /api/v1/markers', { token, form: FORM })).status).toBe(200)
})
