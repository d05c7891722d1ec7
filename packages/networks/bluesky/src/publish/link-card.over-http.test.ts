import { createServer } from 'node:http'

import { InvalidPostError, NetworkError, OutcomeUnknownError } from '@social/core'
import { samplePng } from '@social/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { atEmulator } from '../__fixtures__/at-emulator.js'

/** Starts a web server with pages, and counts the requests to each page. */
async function startWeb() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const html = (head: string): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<head>${head}</head>`)
    }
    switch (path) {
      case '/page':
        return html(
          '<title>x</title><meta property="og:title" content="A page &amp; more"><meta name="description" content="About größe"><meta property="og:image" content="/picture.png">',
        )
      case '/bare':
        return html('')
      case '/no-picture':
        return html('<title>No picture</title><meta property="og:image" content="/gone.png">')
      case '/private-picture':
        return html('<title>Private</title><meta property="og:image" content="https://10.0.0.1/a.png">')
      case '/words-for-a-picture':
        return html('<title>Words</title><meta property="og:image" content="/bare">')
      case '/empty-picture':
        return html('<title>Empty</title><meta property="og:image" content="/empty.png">')
      case '/empty.png':
        response.writeHead(200, { 'content-type': 'image/png' }).end()
        return
      case '/picture.png':
        response.writeHead(200, { 'content-type': 'image/png; name=a.png' }).end(Buffer.from(samplePng(8, 8)))
        return
      case '/moved':
        response.writeHead(302, { location: '/page' }).end()
        return
      case '/moved-inside':
        response.writeHead(302, { location: 'https://192.168.0.1/' }).end()
        return
      case '/round':
        response.writeHead(301, { location: '/round' }).end()
        return
      case '/endless':
        response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(3_000_000))
        return
      case '/cut':
        request.socket.destroy()
        return
      case '/unauthorized':
        response.writeHead(401).end()
        return
      default:
        response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    asked,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

describe('a link card without a title', () => {
  let at: Awaited<ReturnType<typeof atEmulator>>
  let ada: Awaited<ReturnType<typeof at.signIn>>
  let web: Awaited<ReturnType<typeof startWeb>>
  beforeAll(async () => {
    at = await atEmulator()
    ada = await at.signIn()
    web = await startWeb()
  })
  beforeEach(() => {
    at.clear()
    web.asked.length = 0
  })
  afterAll(async () => {
    await at.close()
    await web.close()
  })

  const post = (path: string, more: object = {}) =>
    ada.post({ text: `see ${path}`, options: { external: { uri: `${web.url}${path}`, ...more } } })
  const cardOf = () => {
    const { json } =
      at.emulator.requests('bluesky').findLast(({ path }) => path.endsWith('createRecord')) ?? {}
    return (json as { record: { embed: { external: unknown } } }).record.embed.external // safe cast: the last request created a post with a link card
  }

  it('contains the metadata and the image of its page', async () => {
    const { id } = await post('/page')

    expect(cardOf()).toMatchObject({
      uri: `${web.url}/page`,
      title: 'A page & more',
      description: 'About größe',
      thumb: { mimeType: 'image/png' },
    })
    expect(web.asked).toEqual(['/page', '/picture.png'])
    expect((await ada.readPost(id)).attachments).toMatchObject([{ kind: 'link', altText: 'A page & more' }])
  })

  it('follows a redirect, and keeps the given URL', async () => {
    await post('/moved', { description: 'my own words' })

    expect(cardOf()).toMatchObject({
      uri: `${web.url}/moved`,
      title: 'A page & more',
      description: 'my own words',
    })
  })

  it.each([
    ['/bare', new RegExp('^127')],
    ['/no-picture', /No picture/],
    ['/private-picture', /Private/],
    ['/words-for-a-picture', /Words/],
    ['/empty-picture', /Empty/],
  ])('of %s has no image, and is published nevertheless', async (path, title) => {
    await post(path)

    expect(cardOf()).toEqual({
      uri: `${web.url}${path}`,
      title: expect.stringMatching(title),
      description: '',
    })
    expect(at.routes()).not.toContain('POST com.atproto.repo.uploadBlob')
  })

  it.each(['/gone', '/unauthorized', '/round', '/moved-inside', '/endless'])(
    'of %s is refused, and the post is not published',
    async (path) => {
      const refusal: unknown = await post(path).catch((error: unknown) => error)

      expect(refusal).toBeInstanceOf(InvalidPostError)
      expect(at.routes()).not.toContain('POST com.atproto.repo.createRecord')
    },
  )

  it.each(['https://10.0.0.1/', 'https://metadata.internal/', 'https://[::ffff:10.0.0.1]/'])(
    'of the private address %s is refused without a request',
    async (uri) => {
      await expect(ada.post({ text: 'x', options: { external: { uri } } })).rejects.toThrow(/public https/)
    },
  )

  it('can be repeated later when the page is down', async () => {
    await expect(post('/cut')).rejects.toThrow(NetworkError)
  })

  it('reads its page once for all attempts', async () => {
    const faults = at.emulator.faults('bluesky')
    faults.add({ fault: 'status', status: 502, path: '/xrpc/com.atproto.repo.createRecord', count: 2 })
    const down = faults.add({
      fault: 'status',
      status: 502,
      path: '/xrpc/com.atproto.repo.getRecord',
      count: 'all',
    })
    const draft = { text: 'once', options: { external: { uri: `${web.url}/page` } } }
    const key = { idempotencyKey: 'card' }
    await expect(ada.post(draft, key)).rejects.toThrow(OutcomeUnknownError)
    down.remove()
    await ada.post(draft, key)

    expect(web.asked).toEqual(['/page', '/picture.png'])
    expect(at.routes().filter((route) => route.endsWith('uploadBlob'))).toHaveLength(1)
  })
})
