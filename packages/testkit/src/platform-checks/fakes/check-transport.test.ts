import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { aCall } from '../../calls/a-call.js'
import { RecordingTransport } from '../../transport/recording-transport.js'
import { toReply } from '../../transport/replies.js'
import { askingHttp } from './asking-http.js'
import { type CheckTransportSettings, CheckTransport } from './check-transport.js'

const person = v.object({ id: v.string(), name: v.string() })

function asking(settings: CheckTransportSettings = {}) {
  const transport = new CheckTransport(settings)
  const call = aCall({ transport, retries: { attempts: 1 } })
  return { transport, http: askingHttp(call.http) }
}

describe('a fake network of the checks', () => {
  it('returns replies that a platform can read, for any request', async () => {
    const { http, transport } = asking()

    expect(await http.get('/me', person)).toEqual({ id: '71', name: 'made-up-name' })
    expect(await http.post('/people', person, { json: { name: 'Ana' } })).toEqual({
      id: '71',
      name: 'made-up-name',
    })
    expect(transport.asked).toEqual(['GET /me', 'POST /people'])
    expect(transport.sent[1]?.request.json).toEqual({ name: 'Ana' })
    expect(transport.sent[1]?.asked?.schema).toBe(person)
  })

  it('knows the schema of a request with any method', async () => {
    const { http, transport } = asking()
    for (const verb of ['get', 'post', 'put', 'patch'] as const)
      expect(await http[verb](`/${verb}`, person)).toEqual({ id: '71', name: 'made-up-name' })
    await http.delete('/delete', person)

    expect(transport.sent.map(({ asked }) => [asked?.method, asked?.path])).toEqual([
      ['GET', '/get'],
      ['POST', '/post'],
      ['PUT', '/put'],
      ['PATCH', '/patch'],
      ['DELETE', '/delete'],
    ])
  })

  it('omits optional fields only if it is bare', async () => {
    const schema = v.object({ id: v.string(), nick: v.optional(v.string()) })

    expect(await asking().http.get('/me', schema)).toEqual({ id: '71', nick: 'made-up-nick' })
    expect(await asking({ isBare: true }).http.get('/me', schema)).toEqual({ id: '71' })
  })

  it('returns an upload URL if the reply has no schema', async () => {
    const { headers, data } = await asking().http.request('POST', '/uploads', null)

    expect(headers['location']).toBe('https://fake.example/made-up/1')
    expect(data).toEqual({ id: '71' })
  })

  it.each<[string, unknown, object]>([
    ['given and can be read', { id: '7', name: 'Ana' }, { id: '7', name: 'Ana' }],
    ['given and cannot be read', { id: 7 }, { id: '71', name: 'made-up-name' }],
    ['given and says nothing', {}, { id: '71', name: 'made-up-name' }],
  ])('knows what to do with a reply that is %s', async (_what, given, expected) => {
    const { http } = asking({ given: new RecordingTransport({ 'GET /me': given }) })

    expect(await http.get('/me', person)).toEqual(expected)
  })

  it('returns a given refusal', async () => {
    const { http } = asking({ given: new RecordingTransport({ 'GET /me': { status: 403 } }) })

    await expect(http.get('/me', person)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
  })

  it('returns the decided reply', async () => {
    const { http, transport } = asking({
      decide: ({ request }, index) => (index === 1 ? toReply({ status: 404, body: request.key }, 404) : null),
      change: (reply) => ({ ...reply, body: Buffer.from('{"id":"changed","name":"x"}') }),
    })

    expect(await http.get('/me', person)).toEqual({ id: 'changed', name: 'x' })
    await expect(http.get('/me', person)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(transport.replied).toEqual(['{"id":"changed","name":"x"}', 'GET /me'])
  })

  it('refuses endless requests', async () => {
    const { http } = asking()
    const forever = async (): Promise<never> => {
      for (;;) await http.get('/me', person)
    }

    await expect(forever()).rejects.toThrow('more than 300 requests')
  })
})
