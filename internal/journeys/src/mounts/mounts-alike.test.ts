import { request } from 'node:http'

import { SocialClient } from '@social/core'
import { anApp, FakePlatform, fakeRandom, RecordingStorage } from '@social/testkit/application'
import { routeChecks } from '@social/testkit/routes'
import { describe, expect, it } from 'vitest'

import { MOUNT_NAMES, type MountName, MOUNTS } from './mounts.js'

const PREFIX = '/a/b'
const PUSH =
  '[{"at" :\t"2026-03-01T12:00:00Z","kind":"MENTION", "id":"1","connection_id":"fake:42","ü":"\\u00fc"}]'
/** Headers that the web server adds itself. The comparison ignores them. */
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-powered-by', 'transfer-encoding'])

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * Sends a request. Returns the part of the response that the routes determine: the body, and the
 * headers in alphabetical order.
 */
function send(
  origin: string,
  { method = 'GET', path, headers = {}, body }: Sent,
): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const url = new URL(origin)
    const outgoing = request({
      host: url.hostname,
      port: url.port,
      method,
      path: PREFIX + path,
      headers,
      agent: false,
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const reported = Object.entries(response.headers).filter(([name]) => !SERVER_HEADERS.has(name))
        const sorted = reported.toSorted(([one], [other]) => one.localeCompare(other))
        resolve([response.statusCode, sorted, Buffer.concat(parts).toString('hex')])
      })
    })
    outgoing.end(body)
  })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Sends the same sequence of requests to one mount: sign-ins, account selections, pushed updates
 * and invalid requests. Returns the responses, which must be the same for every mount.
 */
async function visit(name: MountName): Promise<readonly (readonly unknown[])[]> {
  const fake = new FakePlatform()
  const pages = new FakePlatform({ name: 'pages', accounts: [{ id: '7', name: 'Page', kind: 'page' }] })
  const storage = new RecordingStorage({ apps: [anApp({ platform: 'fake' }), anApp({ platform: 'pages' })] })
  const random = fakeRandom()
  const client = new SocialClient({ storage, platforms: { fake, pages }, random })
  const mounted = await MOUNTS[name]({
    client,
    prefix: PREFIX,
    options: {
      redirectUri: `https://app.example${PREFIX}/callback/{platform}`,
      secrets: { fake: 'fake-secret' },
      setupTokens: { fake: 'fake-token' },
      deliver: () => {},
    },
  })
  const answers: (readonly unknown[])[] = []
  const ask = async (sent: Sent): Promise<Map<string, unknown>> => {
    const answer = await send(mounted.origin, sent)
    answers.push([sent.method ?? 'GET', sent.path.slice(0, 80), ...answer])
    return new Map(answer[1] as [string, unknown][]) // safe cast: `send` creates the headers in this form
  }
  const connect = async (platform: string) => {
    const headers = await ask({ path: `/connect/${platform}?state=mine` })
    const state = new URL(String(headers.get('location'))).searchParams.get('state') ?? ''
    return { state, cookie: String(headers.get('set-cookie')).split(';')[0] ?? '' }
  }
  try {
    const first = await connect('fake')
    await ask({ path: `/callback/fake?code=1&state=${first.state}` })
    await ask({ path: `/callback/fake/?code=1&state=${first.state}`, headers: { cookie: first.cookie } })
    const second = await connect('pages')
    const body = `code=1&state=${second.state}`
    await ask({ method: 'POST', path: '/callback/pages', headers: { ...FORM, cookie: second.cookie }, body })
    const choice = `account_id=7&state=${second.state}`
    await ask({
      method: 'POST',
      path: '/choose/pages',
      headers: { ...FORM, cookie: second.cookie },
      body: choice,
    })
    const proof = { ...fake.signPush(PUSH), 'content-type': 'application/json' }
    const push = { method: 'POST', path: '/webhooks/fake', body: PUSH }
    await ask({ ...push, headers: proof })
    await ask({ ...push, headers: { ...proof, 'content-type': 'nonsense' } })
    await ask({ ...push, body: `${PUSH} `, headers: proof })
    await ask({ ...push })
    await ask({ ...push, headers: proof, body: PUSH.padEnd(1_100_000) })
    await ask({ path: '/webhooks/fake?hub.mode=subscribe&hub.verify_token=fake-token&hub.challenge=42' })
    await ask({ path: '/webhooks/fake?hub.mode=subscribe&hub.verify_token=x&hub.challenge=42' })
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
      await ask({ method, path: '/choose/fake' })
    for (const path of [
      '/connect/nobody',
      '/connect/fake/more',
      '/connect/fake?host=x',
      `/connect/fake?${'a=1&'.repeat(2000)}`,
      '/media/x',
      '/networks/fake/x',
      '/connect/Fake',
      '/connect/a%20b',
    ])
      await ask({ path: path })
    for (const wrong of ['{"state":', '[]', '{"state":1}'])
      await ask({
        method: 'POST',
        path: '/callback/fake',
        headers: { 'content-type': 'application/json' },
        body: wrong,
      })
    await ask({ method: 'POST', path: '/callback/fake', headers: FORM, body: '%E0%A4%A=%&state=%ff' })
    await ask({ method: 'POST', path: '/choose/fake', headers: FORM, body: 'x'.repeat(100_000) })
  } finally {
    await mounted.close()
    await client.close()
  }
  return answers
}

describe('a request', () => {
  // Holds R-0146.
  it.each(MOUNT_NAMES.filter((name) => name !== 'node'))(
    'gets the same response from node and from %s, byte for byte',
    async (name) => {
      expect(await visit(name)).toEqual(await visit('node'))
    },
  )
})

describe('the routes in Hono', () => {
  // The skipped checks are about body parsers and CSRF protection, which Hono does not have.
  const checks = routeChecks({ mount: MOUNTS.hono }).filter(({ skip }) => skip === false)
  it.for(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
