import { expect, it } from 'vitest'

import { AtMastodon, aFile, idOf } from '../__fixtures__/at-mastodon.js'
import { checkedAnswers, contractProblems, contractRoutes } from '../__fixtures__/mastodon-contract.js'
import { samplePng } from '../framework/files/samples.js'
import { ROUTE_NAMES } from './handler.js'

it('checks the response of every route against the contract made from the documentation', async () => {
  const server = new AtMastodon()
  const { accessToken: token, clientId, clientSecret } = server.control.signIn({ person: 'ada' })
  const form = { client_id: clientId, client_secret: clientSecret }
  const app = { client_name: 'x', redirect_uris: 'https://app.example/', scopes: 'read' }
  await server.call('POST /api/v1/apps', { form: app })
  await server.call('GET /api/v1/apps/verify_credentials', { token })
  await server.call('POST /oauth/token', { form: { ...form, grant_type: 'client_credentials' } })
  await server.call('POST /oauth/revoke', { form: { ...form, token: 'x' } })
  await server.call('GET /.well-known/oauth-authorization-server')
  await server.call('GET /api/v2/instance')
  await server.call('GET /api/v1/instance')
  await server.call('GET /api/v1/accounts/verify_credentials', { token })
  const { accountId } = server.control.signIn({ person: 'ada' })
  await server.call('GET /api/v1/accounts/109348684864960004', { token })

  const picture = aFile(samplePng(), 'a.png', 'image/png')
  const media = idOf((await server.upload(token, picture, { description: 'A field', focus: '0,0' })).body)
  const multipart = new FormData()
  multipart.set('file', picture)
  await server.call('POST /api/v1/media', { token, multipart })
  await server.call(`GET /api/v1/media/${media}`, { token })
  await server.call(`PUT /api/v1/media/${media}`, { token, form: { description: 'Two' } })
  await server.call(`DELETE /api/v1/media/${idOf((await server.upload(token, picture)).body)}`, { token })

  const quoted = server.control.post({ by: 'bea', text: 'Quote me #tag https://a.example' }).id
  const fields: [string, string][] = [
    ['status', 'Look @bo@other.example'],
    ['media_ids[]', media],
  ]
  const id = await server.post(token, fields)
  await server.post(token, { status: 'See', quoted_status_id: quoted, in_reply_to_id: id, language: 'de' })
  server.control.comment({ by: 'bo', on: id, text: 'Nice' })
  await server.call(`GET /api/v1/statuses/${id}`, { token })
  await server.call(`GET /api/v1/accounts/${accountId}/statuses`, { token })
  await server.call('GET /api/v1/timelines/home', { token })
  await server.call(`GET /api/v1/statuses/${id}/context`, { token })
  for (const verb of ['favourite', 'unfavourite', 'favourite'])
    await server.call(`POST /api/v1/statuses/${id}/${verb}`, { token })
  await server.call(`GET /api/v1/statuses/${id}/favourited_by`, { token })
  await server.call(`PUT /api/v1/statuses/${id}`, { token, form: { status: 'Changed', language: 'de' } })
  await server.call(`GET /api/v1/statuses/${id}/source`, { token })
  await server.call(`GET /api/v1/statuses/${id}/history`, { token })
  const byBea = server.control.quote({ by: 'bea', on: id, text: 'So true' }).id
  await server.call(`GET /api/v1/statuses/${id}/quotes`, { token })
  await server.call(`POST /api/v1/statuses/${id}/quotes/${byBea}/revoke`, { token })
  for (const verb of ['reblog', 'unreblog'])
    await server.call(`POST /api/v1/statuses/${quoted}/${verb}`, { token })
  const asking = await server.post(token, [
    ['status', 'Tea?'],
    ['poll[options][]', 'yes'],
    ['poll[options][]', 'no'],
    ['poll[expires_in]', '3600'],
  ])
  const requested = (await server.call(`GET /api/v1/statuses/${asking}`, { token })).body as { poll: unknown } // safe cast: the response of this call contains `poll`
  await server.call(`GET /api/v1/polls/${idOf(requested.poll)}`, { token })
  const bea = server.control.signIn({ person: 'bea' }).accessToken
  const vote = { token: bea, form: [['choices[]', '0']] as [string, string][] }
  await server.call(`POST /api/v1/polls/${idOf(requested.poll)}/votes`, vote)
  server.control.asyncRefresh({ on: id })
  const { headers } = await server.call(`GET /api/v1/statuses/${id}/context`, { token })
  const refresh = /id="([^"]+)"/.exec(headers.get('mastodon-async-refresh') ?? '')?.[1]
  await server.call(`GET /api/v1_alpha/async_refreshes/${refresh}`, { token })

  const later = { status: 'Later', scheduled_at: '2026-11-22T12:00:00Z', in_reply_to_id: id }
  const scheduled = idOf((await server.call('POST /api/v1/statuses', { token, form: later })).body)
  await server.call('GET /api/v1/scheduled_statuses', { token })
  await server.call(`GET /api/v1/scheduled_statuses/${scheduled}`, { token })
  await server.call(`PUT /api/v1/scheduled_statuses/${scheduled}`, { token, form: later })
  await server.call(`DELETE /api/v1/scheduled_statuses/${scheduled}`, { token })

  server.control.follow({ by: 'bo', person: 'ada' })
  server.control.quote({ by: 'bo', on: id, text: 'Look' })
  server.control.message({ by: 'bo', to: ['ada'], text: 'psst' })
  const reported = await server.call('GET /api/v1/notifications', { token })
  await server.call(`GET /api/v1/notifications/${idOf((reported.body as unknown[])[0])}`, { token })
  await server.call('POST /api/v1/notifications/clear', { token })
  await server.call('POST /api/v1/markers', { token, form: { 'notifications[last_read_id]': '1' } })
  await server.call('GET /api/v1/markers', { token, query: { 'timeline[]': 'notifications' } })
  const [conversation] = (await server.call('GET /api/v1/conversations', { token })).body as unknown[]
  await server.call(`POST /api/v1/conversations/${idOf(conversation)}/read`, { token })
  await server.call(`DELETE /api/v1/conversations/${idOf(conversation)}`, { token })
  await server.call(`DELETE /api/v1/statuses/${id}`, { token })

  const inContract = ROUTE_NAMES.filter((route) => contractRoutes.includes(route))
  expect(inContract.filter((route) => !checkedAnswers.has(`${route} 200`))).toEqual([])
  expect(ROUTE_NAMES.filter((route) => !contractRoutes.includes(route))).toEqual([
    // These routes return HTML pages and files.
    'GET /oauth/authorize',
    'POST /oauth/authorize',
    // These NodeInfo routes are not part of the Mastodon schema.
    'GET /.well-known/nodeinfo',
    'GET /nodeinfo/2.0',
    // These routes do not return JSON. `streaming.test.ts` tests them.
    'GET /api/v1/streaming',
    'GET /api/v1/streaming/health',
    'GET /api/v1/streaming/user/notification',
    'GET /@:name/:id',
    'GET /system/media_attachments/files/:id/:size/:name',
    'GET /system/accounts/avatars/:id/original/avatar.svg',
  ])
})

it('detects a missing field and a field of another type', () => {
  expect(contractProblems('GET', '/api/v1/statuses/1', 200, { id: 1 })).not.toEqual([])
  expect(contractProblems('GET', '/api/v1/accounts/1', 404, { error: 5 })).not.toEqual([])
})
