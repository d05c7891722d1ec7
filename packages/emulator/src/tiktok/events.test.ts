import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { describe, expect, it } from 'vitest'

import { AtTiktok, INFO } from '../__fixtures__/at-tiktok.js'
import { hmac } from '../framework/webhooks.js'
import type { TiktokOptions } from './settings.js'

interface Message {
  readonly event: string
  readonly create_time: number
  readonly user_openid?: string
  readonly content: string
}

/** Starts a webhook server that records requests and responds with these statuses in order. */
async function listening(options: TiktokOptions = {}, ...statuses: number[]) {
  const received: { readonly body: string; readonly signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['tiktok-signature']) })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // safe cast: Node.js returns AddressInfo for a server that listens on a TCP port
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const at = new AtTiktok({ webhookUrl, ...options })
  return {
    at,
    received,
    messages: (): Message[] => received.map(({ body }) => JSON.parse(body) as Message), // safe cast: the tests check the fields
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

describe('events', () => {
  it('report the result of a post in nested JSON, with the time of the event', async () => {
    await using here = await listening()
    const { at } = here
    const publishId = await at.post(at.signIn(), { ...INFO, privacy_level: 'PUBLIC_TO_EVERYONE' })
    at.clock.advance(600)

    await at.control.deliverEvents({})

    const [complete, open] = here.messages()
    expect(complete).toEqual({
      client_key: 'aw1emulatorkey',
      event: 'post.publish.complete',
      create_time: 1_795_262_420,
      user_openid: expect.stringMatching(/^-000/),
      content: JSON.stringify({ publish_id: publishId, publish_type: 'DIRECT_PUBLISH' }),
    })
    expect(open).toMatchObject({ event: 'post.publish.publicly_available', create_time: 1_795_262_460 })
    expect(JSON.parse(open?.content ?? '')).toMatchObject({ post_id: expect.stringMatching(/^\d{19}$/) })
  })

  it('are signed over time and body with the secret of the app, again for each attempt', async () => {
    await using here = await listening({}, 500)
    const { at, received } = here
    at.control.pushEvent({ event: 'something.new', person: 'ada', content: '{"a":1}' })
    await at.control.deliverEvents({})
    at.clock.advance(60)
    await at.control.deliverEvents({})

    const secret = at.control.app().clientSecret
    const time = at.clock.now().getTime() / 1000
    expect(received).toHaveLength(2)
    expect(received[1]?.signature).toBe(`t=${time},s=${hmac(`${time}.${received[1]?.body}`, secret)}`)
    expect(received[0]?.signature).not.toBe(received[1]?.signature)
    expect(received[0]?.body).toBe(received[1]?.body)
  })

  it('are retried until they are accepted, and can arrive twice and in reverse order', async () => {
    await using here = await listening({}, 503)
    const { at } = here
    at.control.pushEvent({ event: 'one', person: 'ada' })
    at.control.pushEvent({ event: 'two' })

    await at.control.deliverEvents({})
    await at.control.deliverEvents({ copies: 2 })
    at.control.pushEvent({ event: 'three' })
    at.control.pushEvent({ event: 'four' })
    await at.control.deliverEvents({ reversed: true })

    expect(here.messages().map(({ event }) => event)).toEqual(['one', 'two', 'one', 'one', 'four', 'three'])
    expect(here.messages()[1]).not.toHaveProperty('user_openid')
    expect(at.control.state().events.waiting).toBe(0)
  })

  it('report drafts, failures, deleted posts, and a removed app', async () => {
    await using here = await listening()
    const { at } = here
    const token = at.signIn()
    const draft = await at.post(token, null)
    const failing = await at.post(token)
    at.control.failVideo({ publishId: failing, reason: 'duration_check_failed' })
    at.control.finishProcessing({ publishId: draft })
    at.control.postDraft({ publishId: draft })
    at.control.takeDown({ publishId: draft })
    at.control.removeAccess({ person: 'ada' })

    await at.control.deliverEvents({})

    expect(here.messages().map(({ event, content }) => [event, content.includes('INBOX_SHARE')])).toEqual([
      ['post.publish.failed', false],
      ['post.publish.inbox_delivered', true],
      ['post.publish.complete', true],
      ['post.publish.publicly_available', true],
      ['post.publish.no_longer_publicaly_available', true],
      ['authorization.removed', false],
    ])
    expect(here.messages()[0]?.content).toContain('duration_check_failed')
    expect(here.messages().at(-1)?.content).toBe('{"reason":1}')
  })

  it('of a token that the app revoked have reason 5', async () => {
    await using here = await listening({ pushImmediately: true })
    const { at } = here
    const { clientKey, clientSecret } = at.control.app()
    const form = { client_key: clientKey, client_secret: clientSecret, token: at.signIn() }

    await at.call('POST /v2/oauth/revoke/', { form })
    await at.control.deliverEvents({})

    expect(here.messages()).toMatchObject([{ event: 'authorization.removed', content: '{"reason":5}' }])
  })

  it('are not sent without a URL', async () => {
    await using here = await listening()
    here.at.control.setWebhook({})
    here.at.control.pushEvent({ event: 'one' })

    expect(await here.at.control.deliverEvents({})).toEqual([])
  })
})
