import { describe, expect, it } from 'vitest'

import { ConfigError, NotAllowedError, PlatformError } from '../../errors/index.js'
import { aClient } from '../__fixtures__/sample.js'
import type { DirectOptions } from './direct.js'

/** A transport that never responds. */
const hangs = (): Promise<never> => new Promise(() => {})

describe("the network's own API", () => {
  // Holds R-0011.
  it.each(['get', 'post', 'put', 'delete'] as const)(
    '%s signs the request and returns the response',
    async (method) => {
      const { account, transport } = await aClient(() => ({
        status: 201,
        headers: { etag: '"1"' },
        body: { a: 1 },
      }))
      const reply = await account.direct[method]('/lists', { query: { page: 2 } })
      expect(reply).toMatchObject({ status: 201, headers: { etag: '"1"' }, data: { a: 1 } })
      expect(transport.requests[0]).toMatchObject({
        method: method.toUpperCase(),
        url: 'https://api.sample.example/lists?page=2',
        headers: { authorization: 'Bearer first-access' },
      })
    },
  )

  it('returns the bytes of a file unchanged if requested', async () => {
    const { account } = await aClient(() => ({ body: 'PNG' }))
    const { data } = await account.direct.get('/picture', { replyAs: 'bytes' })
    expect(data).toEqual(new TextEncoder().encode('"PNG"'))
  })

  it('accepts every method', async () => {
    const { account, transport } = await aClient()
    await account.direct.request('PATCH', '/lists/1', { json: { name: 'x' } })
    expect(transport.paths).toEqual(['PATCH /lists/1'])
  })

  it('json returns only the parsed body', async () => {
    const { account } = await aClient(() => ({ body: { a: [1] } }))
    expect(await account.direct.json('GET', '/lists')).toEqual({ a: [1] })
  })

  it.each([[[1]], ['text'], [null], [5]])(
    'json refuses %j, and omits the query of the URL from the message',
    async (body) => {
      const { account } = await aClient(() => ({ body }))
      const failure: unknown = await account.direct
        .json('GET', '/lists?key=hunter2')
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(PlatformError)
      expect(failure).toMatchObject({
        message: 'sample returned a response to GET /lists that is not a JSON object.',
        statusCode: 200,
        raw: { body },
      })
    },
  )

  it('maps errors by their status only, because the platform does not know such calls', async () => {
    const { account } = await aClient(() => ({ status: 403, body: {} }))
    await expect(account.direct.get('/lists')).rejects.toThrow(NotAllowedError)
  })

  it('sends the token to no other host', async () => {
    const { account, transport } = await aClient()
    await expect(account.direct.get('https://evil.example/steal')).rejects.toThrow(ConfigError)
    expect(transport.requests).toEqual([])
  })

  it.each([
    ['a path that is none', 5, {}, /takes a path/],
    ['an unknown option', '/x', { qery: {} }, /Did you mean "query"\?/],
    ['auth of its own', '/x', { auth: 'none' }, /does not know the option "auth"/],
    ['a visible request', '/x', { finish: {} }, /does not know the option "finish"/],
  ])('refuses %s before a request', async (_what, path, options, sentence) => {
    const { account, transport } = await aClient()
    const direct = account.direct as { get(path: unknown, options: unknown): Promise<unknown> } // wrong types on purpose
    await expect(direct.get(path, options)).rejects.toThrow(sentence)
    expect(transport.requests).toEqual([])
  })

  it('accepts every option by its name', async () => {
    const { account } = await aClient()
    const options: Record<keyof DirectOptions, undefined> = {
      query: undefined,
      headers: undefined,
      json: undefined,
      form: undefined,
      multipart: undefined,
      body: undefined,
      contentType: undefined,
      retry: undefined,
      stallSeconds: undefined,
      accept: undefined,
      replyAs: undefined,
      maxReplyBytes: undefined,
      fromPerson: undefined,
      onSent: undefined,
      secrets: undefined,
      readsOnly: undefined,
      cost: undefined,
      signal: undefined,
      deadlineSeconds: undefined,
    }
    const direct = account.direct as { get(path: string, options: object): Promise<unknown> } // wrong type on purpose: JavaScript callers pass undefined
    await expect(direct.get('/x', options)).resolves.toMatchObject({ status: 200 })
  })

  it('refuses a method that HTTP does not have', async () => {
    const { account } = await aClient()
    await expect(account.direct.request('FETCH' as 'GET', '/x')).rejects.toThrow('takes one of GET, HEAD')
  })

  it('stops when the signal of the call is aborted', async () => {
    const { account } = await aClient()
    const reason = new Error('changed my mind')
    await expect(account.direct.get('/x', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('fails after the deadline of the call', async () => {
    const { account } = await aClient(hangs)
    await expect(account.direct.get('/x', { deadlineSeconds: 0.01 })).rejects.toMatchObject({
      timedOut: true,
    })
  })
})
