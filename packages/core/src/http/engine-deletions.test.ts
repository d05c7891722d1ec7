import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import type { PlatformHttp } from '../contract/calls.js'
import { NetworkError, NotFoundError, PlatformError, PostGoneError } from '../errors/index.js'
import { aBench, bearerPlatform, type Scripted } from './__fixtures__/engine.js'

const LOST = new NetworkError('lost', { delivery: 'UNKNOWN' })
const UNSENT = new NetworkError('refused', { delivery: 'NOT_SENT' })
const GONE = { status: 404, body: { error: 'no such post' } }
const done = v.object({ success: v.literal(true) })

/**
 * Platform that recognizes a deleted item by an error code in a 400 or a 200, as some networks
 * report it.
 */
const coded = {
  ...bearerPlatform,
  readError: ({ body }: { readonly body: unknown }) =>
    v.is(v.object({ code: v.literal(33) }), body) ? new PostGoneError('gone') : null,
}

const WAYS: Readonly<Record<string, (http: PlatformHttp) => Promise<unknown>>> = {
  'delete with a schema': (http) => http.delete('/posts/1', done),
  'delete by POST': (http) => http.delete('/posts/1/delete', done, { method: 'POST', json: {} }),
  'request without a schema': (http) => http.request('DELETE', '/posts/1', null),
}

async function outcomeOf(script: readonly Scripted[], send: (http: PlatformHttp) => Promise<unknown>) {
  const { http, transport } = aBench(script, { platform: coded })
  const error: unknown = await send(http).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, tries: transport.requests.length }
}

describe.each(Object.entries(WAYS))('a deletion: %s', (_name, send) => {
  it.each<[string, readonly Scripted[]]>([
    ['was lost and finds nothing on repeat', [LOST, GONE]],
    ['was lost twice and finds nothing on repeat', [LOST, LOST, GONE]],
    ['failed with 502 and finds nothing on repeat', [{ status: 502 }, GONE]],
    [
      'was lost and gets a 400 with the code of the network on repeat',
      [LOST, { status: 400, body: { code: 33 } }],
    ],
    ['was lost and gets a 200 with an error on repeat', [LOST, { body: { code: 33 } }]],
    ['was lost and deletes on repeat', [LOST, { body: { success: true } }]],
  ])('that %s succeeds', async (_case, script) => {
    expect(await outcomeOf(script, send)).toEqual({ error: null, tries: script.length })
  })

  it.each<[string, readonly Scripted[]]>([
    ['nothing at the first attempt', [GONE]],
    ['nothing after an attempt that was not sent', [UNSENT, GONE]],
    ['nothing after a 429', [{ status: 429 }, GONE]],
  ])('that finds %s rejects', async (_case, script) => {
    const { error, tries } = await outcomeOf(script, send)

    expect(error).toBeInstanceOf(NotFoundError)
    expect(tries).toBe(script.length)
  })

  it('rejects with a refusal after a lost attempt', async () => {
    const { error } = await outcomeOf([LOST, { status: 400, body: { code: 1 } }], send)

    expect(error).toBeInstanceOf(PlatformError)
  })
})

it('reports whether it deleted the item or found nothing after a lost attempt', async () => {
  const deleted = aBench([LOST, { body: { success: true } }], { platform: coded })
  expect(await deleted.http.delete('/posts/1', done)).toBe('DELETED')
  const gone = aBench([LOST, GONE], { platform: coded })
  expect(await gone.http.delete('/posts/1', done)).toBe('GONE')
})

it('does not count "not found" as success for a repeated write that is not a deletion', async () => {
  const { error } = await outcomeOf([LOST, GONE], (http) =>
    http.post('/posts/1/like', done, { retry: 'always' }),
  )

  expect(error).toBeInstanceOf(NotFoundError)
})
