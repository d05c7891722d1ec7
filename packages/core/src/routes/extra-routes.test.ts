import { createHmac } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { ConfigError } from '../errors/index.js'
import { matchesHmacSha256 } from '../webhook/index.js'
import { aRequest, jsonOf } from './__fixtures__/browser.js'
import { webhooks } from './__fixtures__/pushed.js'
import { Routes } from './routes.js'

function extra() {
  const set = webhooks()
  set.client.platforms['fake'] = {
    ...set.client.platforms['fake'],
    extraRoutes: [
      { method: 'GET', path: 'client.json' },
      { method: 'POST', path: 'gone' },
    ],
    handleExtraRoute: ({ method, body, secret, baseUrl }) => {
      if (method === 'GET')
        return { status: 200, contentType: 'application/json', body: `{"uri":"${baseUrl}"}` }
      const digest = Buffer.from(body).toString()
      if (!matchesHmacSha256(['x'], { secret: secret ?? '', digest })) JSON.parse('{')
      return {
        status: 200,
        contentType: 'application/json',
        body: '{}',
        updates: set.client.readUpdates('fake', Buffer.from('{"updates":[{"id":"9","account":"42"}]}')),
      }
    },
  }
  return set
}

describe('an additional route of a network', () => {
  const proof = createHmac('sha256', 'right').update('x').digest('hex')

  it('answers GET below networks and POST below webhooks', async () => {
    const { routes, delivered } = extra()
    const got = await routes.answer(aRequest('GET', '/networks/fake/client.json'))
    expect([got.status, got.contentType, jsonOf(got)]).toEqual([
      200,
      'application/json',
      { uri: 'https://app.example/social' },
    ])
    const posted = await routes.answer(aRequest('POST', '/webhooks/fake/gone/', { body: proof }))
    expect(posted.status).toBe(200)
    expect(delivered.map(({ id }) => id)).toEqual(['9'])
  })

  it('is found at no other path', async () => {
    const { routes } = extra()
    for (const [method, path, status] of [
      ['GET', '/networks/fake/gone', 404],
      ['POST', '/webhooks/fake/client.json', 404],
      ['GET', '/webhooks/fake/gone', 405],
      ['POST', '/networks/fake/client.json', 405],
      ['GET', '/networks/other/client.json', 404],
      ['GET', '/networks/nobody/client.json', 404],
    ] as const)
      expect([path, (await routes.answer(aRequest(method, path))).status]).toEqual([path, status])
  })

  it('does not throw for any request of a visitor', async () => {
    const { routes } = extra()
    const reply = await routes.answer(aRequest('POST', '/webhooks/fake/gone', { body: 'nonsense' }))
    expect(reply.status).toBe(400)
  })

  it('throws without a deliver function', async () => {
    const { client } = extra()
    const routes = new Routes(client, { redirectUri: 'https://app.example/callback/{platform}' })
    client.platforms['fake'] = {
      ...client.platforms['fake'],
      handleExtraRoute: () => ({
        status: 200,
        contentType: 'text/plain',
        body: '',
        updates: client.readUpdates('fake', Buffer.from('{"updates":[{"id":"9"}]}')),
      }),
    }
    await expect(routes.answer(aRequest('POST', '/webhooks/fake/gone'))).rejects.toMatchObject({
      cause: expect.any(ConfigError),
    })
  })
})
