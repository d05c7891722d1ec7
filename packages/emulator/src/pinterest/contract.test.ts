import {
  answerProblems,
  checkedAnswers,
  describedAccess,
  describedRoutes,
  requestProblems,
} from '@social-internal/contracts/pinterest-contract'
import { expect, it } from 'vitest'

import { AtPinterest, idOf, IMAGE, PICTURE } from '../__fixtures__/at-pinterest.js'
import { API_ROUTES } from './handler.js'

const toDescribed = (route: string): string =>
  route.replace('/v5', '').replace(/:(board|section|pin|media)\b/g, '{$1_id}')

const isChecked = (route: string): boolean =>
  ['200', '201', '204'].some((status) => checkedAnswers.has(`${route} ${status}`))

// The fixture compares every response with the official API description. This test calls every
// route once.
it('returns responses of every route that match the official description', async () => {
  const at = new AtPinterest()
  const token = at.signIn()
  const boardId = idOf(
    await at.call('POST /v5/boards', { token, json: { name: 'Lamps', privacy: 'PUBLIC' } }),
  )
  await at.call('GET /v5/boards?page_size=1', { token })
  await at.call(`GET /v5/boards/${boardId}`, { token })
  await at.call(`PATCH /v5/boards/${boardId}`, { token, json: { name: 'Light' } })
  const sections = `/v5/boards/${boardId}/sections`
  const section = idOf(await at.call(`POST ${sections}`, { token, json: { name: 'Ceiling' } }))
  await at.call(`GET ${sections}`, { token })
  await at.call(`PATCH ${sections}/${section}`, { token, json: { name: 'Floor' } })

  const content = {
    title: 'A',
    description: 'B',
    link: 'https://a.example/',
    alt_text: 'C',
    dominant_color: '#6E7874',
  }
  const pin = await at.pin(token, { board_id: boardId, board_section_id: section, ...content })
  const item = { content_type: 'image/png', data: PICTURE, title: 'One' }
  await at.pin(token, {
    media_source: { source_type: 'multiple_image_base64', items: [item, item], index: 1 },
  })
  const media = await at.video(token)
  await at.pin(token, {
    media_source: { source_type: 'video_id', media_id: media, cover_image_key_frame_time: 0 },
  })
  await at.call('GET /v5/media', { token })
  await at.call(`GET /v5/media/${media}`, { token })
  await at.call('GET /v5/pins?pin_metrics=true', { token })
  await at.call(`GET /v5/boards/${boardId}/pins`, { token })
  await at.call(`GET ${sections}/${section}/pins`, { token })
  await at.call(`GET /v5/pins/${pin}?pin_metrics=true`, { token })
  await at.call(`PATCH /v5/pins/${pin}`, { token, json: { title: 'New', board_section_id: null } })
  const days = 'start_date=2026-11-20&end_date=2026-11-22'
  await at.call(`GET /v5/pins/${pin}/analytics?${days}&metric_types=IMPRESSION,TOTAL_REACTIONS`, { token })
  await at.call(`GET /v5/user_account/analytics?${days}`, { token })
  await at.call('GET /v5/user_account', { token })
  await at.call(`DELETE /v5/pins/${pin}`, { token })
  await at.call(`DELETE ${sections}/${section}`, { token })
  await at.call(`DELETE /v5/boards/${boardId}`, { token })
  const { clientId, clientSecret } = at.control.app()
  const { refreshToken } = at.control.signIn({ person: 'ada' })
  await at.call('POST /v5/oauth/token', {
    form: { grant_type: 'refresh_token', refresh_token: refreshToken },
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
  })

  const answered = API_ROUTES.map(toDescribed)
  expect(answered.filter((route) => !describedRoutes.includes(route))).toEqual([])
  // The emulator has no system users, so token revocation always returns an error.
  expect(answered.filter((route) => !isChecked(route))).toEqual(['POST /oauth/token/revoke'])
})

it('requires the scopes of the official description for every route, and counts each call in the described category', async () => {
  for (const route of API_ROUTES) {
    const [method = '', pattern = ''] = route.split(' ')
    if (pattern.startsWith('/v5/oauth')) continue
    const path = pattern.replace(/:\w+/g, '1')
    const { scopes, category } = describedAccess(method, path)
    const requested = [...new Set(scopes)]
    for (const missing of requested) {
      const at = new AtPinterest()
      const token = at.signIn(
        'ada',
        requested.filter((one) => one !== missing),
      )
      const answer = await at.call(`${method} ${path}`, { token, ...(method !== 'GET' && { json: {} }) })
      expect([route, answer.status, answer.text]).toEqual([
        route,
        401,
        expect.stringContaining(`'${missing}'`),
      ])
    }
    const at = new AtPinterest({ rates: { all: 1000, reads: 500, writes: 200 } })
    const token = at.signIn('ada', requested)
    const { headers } = await at.call(`${method} ${path}`, { token, ...(method !== 'GET' && { json: {} }) })
    const window = { org_read: '500;w=60', org_write: '200;w=60', org_analytics: '1000;w=1' }[category]
    expect([route, headers.get('x-ratelimit-limit')]).toEqual([
      route,
      expect.stringContaining(window ?? category),
    ])
  }
})

it('detects a missing field and a field of another type', () => {
  expect(answerProblems('GET', '/v5/pins/1', 200, { id: 1 })).not.toEqual([])
  expect(answerProblems('GET', '/v5/pins/1', 404, { message: 'x' })).not.toEqual([])
  expect(answerProblems('POST', '/v5/pins', 202, { id: '1' })).not.toEqual([])
  expect(
    requestProblems('POST', '/v5/pins', 'application/json', { media_source: { source_type: 'x' } }),
  ).not.toEqual([])
  expect(requestProblems('POST', '/v5/pins', 'application/json', { media_source: IMAGE })).toEqual([])
})
