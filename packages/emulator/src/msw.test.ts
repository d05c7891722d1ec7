import { setupNetwork } from '@social-internal/intercept'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { EmulatedNetwork, samplePng } from './index.js'
import { type MastodonOperations, mastodonNetwork } from './mastodon/index.js'
import { mswHandlers } from './msw.js'

const ORIGIN = 'https://social.example'
const interception = setupNetwork()
let network: EmulatedNetwork<MastodonOperations>
let agent: Agent

beforeAll(() => interception.listen())
afterAll(() => interception.close())
beforeEach(() => {
  network = new EmulatedNetwork(mastodonNetwork(), { origin: ORIGIN })
  interception.use(...mswHandlers(network))
  agent = new Agent({ allowH2: false })
})
afterEach(async () => {
  interception.resetHandlers()
  await agent.destroy()
})

it('responds to undici with the same code as the server', async () => {
  const { accessToken } = network.control.signIn({ person: 'ada' })
  const { statusCode, headers, body } = await request(`${ORIGIN}/api/v1/statuses`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'status=Hello',
  })
  expect([statusCode, headers['x-ratelimit-limit']]).toEqual([200, '300'])
  expect(await body.json()).toMatchObject({
    content: '<p>Hello</p>',
    url: expect.stringContaining(`${ORIGIN}/@ada/`),
  })
  expect(network.log.list()).toMatchObject([{ form: { status: 'Hello' }, status: 200 }])
})

it('receives uploads, and responds to the global fetch', async () => {
  const { accessToken } = network.control.signIn({ person: 'ada' })
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(samplePng())], { type: 'image/png' }), 'a.png')
  const response = await fetch(`${ORIGIN}/api/v2/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: form,
  })
  expect(await response.json()).toMatchObject({ type: 'image', meta: { original: { width: 64 } } })
})

const get = () => request(`${ORIGIN}/api/v1/instance`, { dispatcher: agent })

it('loses responses and ends them early', async () => {
  network.faults.add({ fault: 'replyLost' })
  await expect(get()).rejects.toThrow('Network error')
  network.faults.add({ fault: 'dropMidBody' })
  await expect(get().then(({ body }) => body.text())).rejects.toThrow('closed')
  expect((await get()).statusCode).toBe(200)
})
