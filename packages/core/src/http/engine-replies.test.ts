import { inspect } from 'node:util'

import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { AuthError, NotFoundError, PlatformError, RateLimitError } from '../errors/index.js'
import { aBench, type BenchSettings, type Scripted } from './__fixtures__/engine.js'

const post = v.object({ id: v.string(), author: v.object({ name: v.string() }) })

function read(reply: Scripted, settings?: BenchSettings): Promise<unknown> {
  return aBench([reply], settings).http.get('/posts/1?token=secret', post, { retry: 'never' })
}

async function failure(reply: Scripted, settings?: BenchSettings): Promise<unknown> {
  return read(reply, settings).then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a response', () => {
  it('is read with its schema, for every method', async () => {
    const { http, transport } = aBench([{ body: { id: '1', author: { name: 'Me' }, more: true } }])
    for (const method of ['get', 'post', 'put', 'patch'] as const)
      expect(await http[method]('/posts/1', post)).toEqual({ id: '1', author: { name: 'Me' } })
    await http.delete('/posts/1', post)
    await expect(http.delete('/posts/1', v.object({ success: v.literal(true) }))).rejects.toThrow(
      PlatformError,
    )
    expect(transport.requests.map(({ method }) => method)).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'DELETE',
    ])
  })

  it('is returned with status, headers and unmodified body, with all digits of large numbers', async () => {
    const { http } = aBench([
      { status: 201, headers: { etag: 'e' }, body: '{"id":112233445566778899,"more":[1]}' },
    ])
    const reply = await http.request('POST', '/posts', v.object({ id: v.string() }))
    expect(reply).toEqual({
      status: 201,
      headers: { etag: 'e' },
      data: { id: '112233445566778899' },
      raw: { id: '112233445566778899', more: [1] },
    })
  })

  it.each([
    ['{"a":1}', { a: 1 }, { a: 1 }],
    ['[1,2]', [1, 2], { body: [1, 2] }],
    ['', null, { body: null }],
    ['plain words', 'plain words', { body: 'plain words' }],
    ['\uFEFF{"a":1}', { a: 1 }, { a: 1 }],
  ])('is only parsed if there is no schema: %j', async (body, data, raw) => {
    const { http } = aBench([{ body }])
    expect(await http.request('GET', '/', null)).toMatchObject({ data, raw })
  })

  it('can be returned as bytes with a size limit; a refusal is still parsed', async () => {
    const { http, transport } = aBench([{ body: '{"a":1}' }, { status: 404, body: { error: 'gone' } }])
    const { data, raw } = await http.request('GET', '/', null, { replyAs: 'bytes', maxReplyBytes: 10 })
    expect(data).toEqual(Buffer.from('{"a":1}'))
    expect(raw).toEqual({})
    expect(transport.requests[0]).toMatchObject({ maxReplyBytes: 10 })
    await expect(http.request('GET', '/', null, { replyAs: 'bytes' })).rejects.toMatchObject({
      raw: { error: 'gone' },
    })
  })

  it('can be text if the schema allows it', async () => {
    await expect(aBench([{ body: 'did:plc:abc' }]).http.get('/', v.string())).resolves.toBe('did:plc:abc')
  })

  it('is a PlatformError with the name of the invalid field, never with its content', async () => {
    const body = { id: '1', author: { name: ['private text'] } }
    const error = await failure({ body })
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ platform: 'x', statusCode: 200, raw: body })
    expect(String(error)).toContain('GET api.example/v1/posts/1')
    expect(String(error)).toContain('author.name should be string')
    expect(inspect(error)).not.toMatch(/secret|private/)
  })

  it.each([['<html>a secret</html>'], ['[1]'], [''], ['"text"']])(
    'is a PlatformError if it is %j',
    async (body) => {
      const error = await failure({ body })
      expect(error).toBeInstanceOf(PlatformError)
      expect(inspect(error)).not.toMatch(/secret|private/)
    },
  )
})

describe('an error response', () => {
  it('is mapped by its status if the platform does not map it', async () => {
    expect(await failure({ status: 404 })).toBeInstanceOf(NotFoundError)
    expect(await failure({ status: 500, body: { error: 'Oops' } })).toMatchObject({
      statusCode: 500,
      raw: { error: 'Oops' },
    })
  })

  it('is mapped by the platform, even with status 200', async () => {
    const settings: BenchSettings = {
      platform: {
        readError: ({ body, status }, { url }) =>
          v.is(v.object({ code: v.literal(4) }), body)
            ? new RateLimitError(`${status} ${new URL(url).pathname}`)
            : null,
      },
    }
    expect(await failure({ body: { code: 4 } }, settings)).toMatchObject({ message: '200 /v1/posts/1' })
    expect(await failure({ status: 400, body: { code: 4 } }, settings)).toBeInstanceOf(RateLimitError)
    expect(await failure({ status: 400, body: { code: 5 } }, settings)).toBeInstanceOf(PlatformError)
    const generic = { ...settings, binding: { errors: 'generic' } } as const
    expect(await failure({ status: 400, body: { code: 4 } }, generic)).toBeInstanceOf(PlatformError)
  })

  it('is not an error if the request accepts its status', async () => {
    const { http } = aBench([{ status: 308, headers: { range: 'bytes=0-9' } }], {
      platform: { readError: () => new AuthError('refused') },
    })
    const options = { accept: [308], retry: 'never' } as const
    await expect(http.request('PUT', '/', null, options)).resolves.toMatchObject({ status: 308 })
  })

  it.each([301, 302, 307, 308])('is an error for a redirect, which is not followed: %i', async (status) => {
    const bench = aBench([{ status, headers: { location: 'https://evil.example/?token=secret' } }])
    const error: unknown = await bench.http.get('/', v.unknown()).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PlatformError)
    expect(error).toMatchObject({ statusCode: status })
    expect(inspect(error)).not.toContain('evil')
    expect(bench.transport.requests).toHaveLength(1)
  })

  it('never contains the secrets of the connection, even if the network quotes them', async () => {
    const body = { error: 'Malformed token access-token-1, refresh refresh-token-1' }
    const error = await failure({ status: 401, body })
    expect(error).toBeInstanceOf(AuthError)
    expect(String(error)).toContain('Malformed token [hidden], refresh [hidden]')
    const printed = `${inspect(error)} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
    expect(printed).not.toContain('token-1')
  })
})
