import { describe, expect, it } from 'vitest'

import { AtPinterest, idOf, IMAGE, PICTURE, refusalOf } from '../../__fixtures__/at-pinterest.js'
import { samplePng } from '../../framework/files/samples.js'

const POST = { title: 'T', description: 'D', link: 'https://a.example/', alt_text: 'Alt' }
const links = (...urls: readonly string[]) => ({
  source_type: 'multiple_image_urls',
  items: urls.map((url) => ({ url })),
})

/** Returns an emulator that finds a picture at URLs such as `https://a.example/chair.png`. */
function withPictures(): AtPinterest {
  return new AtPinterest({
    fetch: (url) => {
      if (!url.startsWith('https://a.example/')) return Promise.reject(new TypeError('fetch failed'))
      if (url.endsWith('/missing.png')) return Promise.resolve(new Response('', { status: 404 }))
      const bytes = url.endsWith('/small.png') ? samplePng(10, 10) : samplePng()
      return Promise.resolve(new Response(url.endsWith('/page') ? '<html>' : Uint8Array.from(bytes)))
    },
  })
}

describe('a new pin', () => {
  it('exists with everything that was sent', async () => {
    const at = new AtPinterest()
    const token = at.signIn()

    const made = await at.attemptPin(token, POST)
    const read = await at.call(`GET /v5/pins/${idOf(made)}`, { token })

    expect(made.status).toBe(201)
    expect(read.body).toMatchObject({
      ...POST,
      board_id: at.board(),
      media: { media_type: 'image' },
      is_owner: true,
    })
    expect(at.control.state().pins).toMatchObject([{ visibleTo: 'EVERYBODY', by: 'ada' }])
    expect(at.network.effects.list()).toMatchObject([{ kind: 'POST', id: idOf(made) }])
    expect((await at.call(`GET /pin/${idOf(made)}/`)).text).toContain('<h1>T')
  })

  it.each([
    ['title', 100],
    ['description', 800],
    ['link', 2048],
    ['alt_text', 500],
  ])('accepts a %s of at most %i code points', async (name, max) => {
    const at = new AtPinterest()
    const token = at.signIn()

    const full = await at.attemptPin(token, { [name]: '😀'.repeat(max) })
    const over = await at.attemptPin(token, { [name]: 'a'.repeat(max + 1) })

    expect(full.status).toBe(201)
    expect(refusalOf(over)).toEqual([400, 1, `'${name}' constraint: maxLength=${max}`])
  })

  it.each([
    ['a field that does not exist', { note: 'x' }, "('note' was unexpected)"],
    [
      'a board id that is no number',
      { board_id: 'abc' },
      String.raw`'board_id' value 'abc' must match the pattern: ^\d+$`,
    ],
    ['a board id that is a number', { board_id: 5 }, 'must match the pattern'],
    ['no media', { media_source: undefined }, "'media_source' is a required property"],
    ['an unknown kind of media', { media_source: { source_type: 'gif' } }, 'source_type'],
    ['a field too many in the media', { media_source: { ...IMAGE, size: 1 } }, "('size' was unexpected)"],
    ['another type of picture', { media_source: { ...IMAGE, content_type: 'image/gif' } }, 'image/jpeg'],
    [
      'a prefix before the base64',
      { media_source: { ...IMAGE, data: `data:${PICTURE}` } },
      'must match the pattern',
    ],
    ['a colour in words', { dominant_color: 'red' }, 'must match the pattern'],
    ['one picture of several', { media_source: links('https://a.example/1.png') }, 'minItems=2'],
    [
      'six pictures',
      { media_source: links(...Array.from({ length: 6 }, () => 'https://a.example/1.png')) },
      'maxItems=5',
    ],
  ])('is refused with %s', async (_, fields, message) => {
    const at = withPictures()

    const answer = await at.attemptPin(at.signIn(), fields)

    expect(refusalOf(answer)).toEqual([400, 1, expect.stringContaining(message)])
    expect(at.control.state().pins).toEqual([])
  })

  it('is refused on a board or a section that does not exist, or belongs to another person', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const others = at.board('bo')
    at.control.addBoard({ person: 'bo', name: 'Hidden', privacy: 'SECRET' })
    const hidden = at.control.state().boards.find(({ name }) => name === 'Hidden')?.id

    expect(refusalOf(await at.attemptPin(token, { board_id: '1' }))).toEqual([404, 40, 'Board not found.'])
    expect(refusalOf(await at.attemptPin(token, { board_id: hidden }))).toEqual([404, 40, 'Board not found.'])
    expect(refusalOf(await at.attemptPin(token, { board_section_id: '1' }))).toEqual([
      404,
      2031,
      'Board section not found.',
    ])
    expect(refusalOf(await at.attemptPin(token, { board_id: others }))[1]).toBe(7)
    at.control.shareBoard({ board: others, with: 'ada' })
    expect((await at.attemptPin(token, { board_id: others })).status).toBe(201)
  })
})

describe('pictures', () => {
  it('are fetched from their URL', async () => {
    const at = withPictures()
    const token = at.signIn()

    await at.pin(token, { media_source: { source_type: 'image_url', url: 'https://a.example/chair.png' } })
    await at.pin(token, { media_source: links('https://a.example/1.png', 'https://a.example/2.png') })

    expect(at.control.state().pins).toMatchObject([
      { media: { pictures: [{ from: 'https://a.example/chair.png', width: 64, height: 48 }] } },
      { media: { pictures: [{ from: 'https://a.example/1.png' }, { from: 'https://a.example/2.png' }] } },
    ])
  })

  it.each([
    ['https://nowhere.example/a.png', 400, 1],
    ['https://a.example/missing.png', 400, 1],
    ['not an address', 400, 1],
    ['https://a.example/page', 403, 235],
    ['https://a.example/small.png', 403, 233],
  ])('at %s are refused with %i, code %i', async (url, status, code) => {
    const at = withPictures()

    const answer = await at.attemptPin(at.signIn(), { media_source: { source_type: 'image_url', url } })

    expect(refusalOf(answer).slice(0, 2)).toEqual([status, code])
    expect(at.control.state().pins).toEqual([])
  })

  it('are refused if they are not pictures, or their base64 is not padded', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const bad = await at.attemptPin(token, { media_source: { ...IMAGE, data: 'iVBORw0KGgo=' } })
    const cut = await at.attemptPin(token, { media_source: { ...IMAGE, data: PICTURE.slice(0, -1) } })

    expect([refusalOf(bad)[1], refusalOf(cut)[1]]).toEqual([235, 235])
  })
})

describe('lists of pins', () => {
  it('start with the newest, continue by bookmark, and refuse an invalid bookmark', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const ids = [await at.pin(token), await at.pin(token), await at.pin(token)]

    const first = await at.call('GET /v5/pins?page_size=2', { token })
    const { items, bookmark } = first.body as { readonly items: { id: string }[]; readonly bookmark: string } // safe cast: a wrong shape fails the assertions below
    const second = await at.call(`GET /v5/pins?page_size=2&bookmark=${bookmark}`, { token })

    expect(items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(second.body).toMatchObject({ items: [{ id: ids[0] }], bookmark: null })
    for (const wrong of ['page_size=0', 'page_size=251', 'bookmark=x'])
      expect((await at.call(`GET /v5/pins?${wrong}`, { token })).status).toBe(400)
  })

  it('contain a new pin later than the pin can be read by its id', async () => {
    const at = new AtPinterest({ listDelaySeconds: 5 })
    const token = at.signIn()
    const id = await at.pin(token)
    const listed = async () =>
      (await at.call(`GET /v5/boards/${at.board()}/pins`, { token })).text.includes(id)

    expect((await at.call(`GET /v5/pins/${id}`, { token })).status).toBe(200)
    expect(await listed()).toBe(false)
    at.clock.advance(5)
    expect(await listed()).toBe(true)
  })
})

describe('changes', () => {
  it('replace text and board, and keep the other fields', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const id = await at.pin(token, POST)

    await at.call(`PATCH /v5/pins/${id}`, { token, json: { title: 'New', description: null } })

    expect((await at.call(`GET /v5/pins/${id}`, { token })).body).toMatchObject({
      ...POST,
      title: 'New',
      description: null,
    })
    expect((await at.call(`PATCH /v5/pins/${id}`, { token, json: { media_source: IMAGE } })).status).toBe(400)
  })

  it('are refused without access to the beta', async () => {
    const at = new AtPinterest({ canChangePins: false })
    const token = at.signIn()
    const id = await at.pin(token)

    expect(refusalOf(await at.call(`PATCH /v5/pins/${id}`, { token, json: { title: 'New' } }))).toEqual([
      403,
      29,
      'Not authorized to update Pin.',
    ])
  })

  it('to pins of other people are refused, and a deleted pin is not found', async () => {
    const at = new AtPinterest()
    const token = at.signIn()
    const id = await at.pin(token)

    expect(refusalOf(await at.call(`DELETE /v5/pins/${id}`, { token: at.signIn('bo') }))[0]).toBe(403)
    expect((await at.call(`DELETE /v5/pins/${id}`, { token })).status).toBe(204)
    expect(refusalOf(await at.call(`DELETE /v5/pins/${id}`, { token }))).toEqual([404, 50, 'Pin not found.'])
  })
})
