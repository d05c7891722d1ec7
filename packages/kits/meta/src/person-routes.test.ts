import { createHmac } from 'node:crypto'

import type { ExtraRouteReply, ExtraRouteRequest } from '@social/core/platform'
import { FakeClock } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

import { personRoutes, type PersonRoutesOptions } from './person-routes.js'

const SECRET = 'the-app-secret'
const clock = new FakeClock({ now: new Date(1_790_000_100_000) })

function signed(userId = '218471', secret = SECRET): string {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: 1_790_000_000, user_id: userId }
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

async function ask(
  request: Partial<Omit<ExtraRouteRequest, 'body'>> & { readonly body?: string },
  options: Partial<PersonRoutesOptions> = {},
): Promise<ExtraRouteReply> {
  const routes = personRoutes({ platform: 'facebook', displayName: 'Facebook', ...options })
  return routes.handleExtraRoute({
    method: 'POST',
    path: 'deauthorize',
    query: {},
    headers: {},
    secret: SECRET,
    clock,
    baseUrl: 'https://app.example/social',
    ...request,
    body: Buffer.from(request.body ?? `signed_request=${signed()}`),
  })
}

const deletion = (request: Parameters<typeof ask>[0] = {}, options?: Partial<PersonRoutesOptions>) =>
  ask({ path: 'data-deletion', ...request }, options)

function codeOf({ body }: ExtraRouteReply): { readonly url: URL; readonly code: string } {
  const { url, confirmation_code: code } = JSON.parse(body) as { url: string; confirmation_code: string }
  return { url: new URL(url), code }
}

describe('a person who removed the app', () => {
  it("becomes an update without a connection, with the person's id as actor", async () => {
    const { status, updates } = await ask({})
    expect(status).toBe(200)
    expect(updates).toMatchObject([
      {
        kind: 'CONNECTION_REVOKED',
        id: 'facebook:deauthorize:218471:1790000000',
        connectionId: '',
        actor: { id: '218471' },
        timestamp: new Date(1_790_000_000_000),
        raw: { user_id: '218471' },
      },
    ])
  })

  it('is the account itself where the network identifies it', async () => {
    const { updates } = await ask({}, { connectionIdOf: (id) => `threads:${id}` })
    expect(updates).toMatchObject([{ connectionId: 'threads:218471' }])
  })
})

describe('a person who requests data deletion', () => {
  it('gets a code of letters and digits, and a status page', async () => {
    const reply = await deletion()
    expect(reply.updates).toMatchObject([{ kind: 'DATA_DELETION_REQUESTED', actor: { id: '218471' } }])
    const { url, code } = codeOf(reply)
    expect(code).toMatch(/^[0-9a-z]+$/)
    expect(url.href).toBe(`https://app.example/social/networks/facebook/data-deletion?code=${code}`)

    const page = await deletion({ method: 'GET', query: { code } })
    expect(page).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' })
    expect(page.body).toContain(code)
    expect(page.body).toContain('2026-09-21')
    expect(page.updates).toBeUndefined()
  })

  it('gets the same code on a repeated request, and no other person gets it', async () => {
    const { code } = codeOf(await deletion())
    expect(codeOf(await deletion()).code).toBe(code)
    expect(codeOf(await deletion({ body: `signed_request=${signed('5')}` })).code).not.toBe(code)
    expect(code).not.toContain('218471')
  })

  it('keeps the page after a secret change while the old secret is listed', async () => {
    const { code } = codeOf(await deletion())
    const asked = { method: 'GET', query: { code }, secret: ['new', SECRET] } as const
    expect((await deletion(asked)).status).toBe(200)
    expect((await deletion({ ...asked, secret: 'new' })).status).toBe(404)
  })

  it('is sent to the page of the application if one is set', async () => {
    const { url, code } = codeOf(await deletion({}, { deletionStatusUrl: 'https://app.example/gone?a=1' }))
    expect(url.href).toBe(`https://app.example/gone?a=1&code=${code}`)
  })

  it.each(['', 'x', '<script>', 'z'.repeat(40), 'tlqp28000000000000000000000000000000'])(
    'gets no page for the made-up code %s',
    async (code) => {
      const page = await deletion({ method: 'GET', query: { code } })
      expect(page.status).toBe(404)
      expect(page.body).not.toContain(`<code>`)
      expect(page.body).not.toContain('<script>')
    },
  )
})

describe('a forged request', () => {
  it.each(['deauthorize', 'data-deletion'])('to %s is refused without details', async (path) => {
    for (const body of [
      '',
      'signed_request=',
      'signed_request=a.b',
      `signed_request=${signed('218471', 'other')}`,
      '\u0000',
    ])
      expect(await ask({ path, body })).toEqual({
        status: 401,
        contentType: 'text/plain; charset=utf-8',
        body: 'Refused.',
      })
  })

  it('cannot be detected without a secret, so no route is mounted', async () => {
    for (const method of ['GET', 'POST'] as const)
      expect(await deletion({ method, secret: null })).toMatchObject({ status: 404 })
  })
})
