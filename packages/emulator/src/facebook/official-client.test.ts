import sdk from 'facebook-nodejs-business-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { FileHost } from '../__fixtures__/file-host.js'
import { samplePng } from '../framework/files/samples.js'
import { startEmulator } from '../start-emulator.js'
import { facebookNetwork } from './module.js'

const open = () => startEmulator({ networks: [facebookNetwork()] })

let emulator: Awaited<ReturnType<typeof open>>
let files: FileHost

beforeEach(async () => {
  emulator = await open()
  files = await FileHost.open()
  // The client has no other setting for the URL of its server.
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', {
    configurable: true,
    get: () => emulator.url('facebook'),
  })
})
afterEach(async () => {
  await files[Symbol.asyncDispose]()
  await emulator.close()
})

function signIn() {
  const { accessToken, personToken, pageId, personId } = emulator.control.facebook.signIn({ person: 'Ada' })
  const page = new sdk.Page(pageId, {}, null, new sdk.FacebookAdsApi(accessToken, 'en_US', false))
  const person = new sdk.User(personId, {}, null, new sdk.FacebookAdsApi(personToken, 'en_US', false))
  return { page, person, api: new sdk.FacebookAdsApi(accessToken, 'en_US', false) }
}

describe('Facebook’s own client', () => {
  it('reads the pages of a person with paging', async () => {
    const { person } = signIn()

    const cursor = await person.getAccounts(['id', 'name', 'access_token'], { limit: 1 })

    expect(cursor.map(({ _data }) => _data['name'])).toEqual(["Ada's Cakes"])
    expect(cursor.hasNext()).toBe(true)
    const next = await cursor.next()
    expect(next.map(({ _data }) => _data['name'])).toEqual(["Ada's Flowers"])
    expect(next.hasNext()).toBe(false)
  })

  it('posts pictures and text, reads them, edits and deletes them', async () => {
    const { page, api } = signIn()
    const photo = await page.createPhoto([], { published: false, url: files.put('cake.png', samplePng()) })
    const made = await page.createFeed([], {
      message: 'Cake',
      attached_media: [{ media_fbid: photo.id }],
      published: true,
    })
    const post = new sdk.PagePost(made.id, {}, null, api)

    await post.update([], { message: 'Better cake' })
    const read = await post.get(['message', 'created_time', 'is_published', 'attachments'])
    const posts = await page.getPublishedPosts(['message'])

    const { _data: data } = read
    expect(data).toMatchObject({
      message: 'Better cake',
      is_published: true,
      attachments: { data: [{ target: { id: photo.id } }] },
    })
    expect(posts.map(({ _data }) => _data['message'])).toEqual(['Better cake'])
    await post.delete([])
    await expect(post.get(['message'])).rejects.toMatchObject({
      status: 400,
      response: { code: 100, error_subcode: 33 },
    })
  })

  it('subscribes, comments, likes, and reads comments', async () => {
    const { page, api } = signIn()
    await page.createSubscribedApp([], { subscribed_fields: ['feed', 'mention'] })
    const post = new sdk.PagePost((await page.createFeed([], { message: 'Cake' })).id, {}, null, api)
    const { id } = emulator.control.facebook.comment({ by: 'Zoe', on: post.id, text: 'Nice' })
    const comment = new sdk.Comment(id, {}, null, api)

    await comment.createComment([], { message: 'Thanks' })
    await comment.createLike([])

    const comments = await post.getComments(['message', 'like_count', 'from'], {
      filter: 'stream',
      order: 'chronological',
    })
    expect(comments.map(({ _data }) => [_data['message'], _data['like_count']])).toEqual([
      ['Nice', 1],
      ['Thanks', 0],
    ])
    expect(emulator.control.facebook.state().pages[0]?.subscribed).toEqual(['feed', 'mention'])
  })

  it('recognizes errors: an invalid token, a missing permission, an outage', async () => {
    const { page } = signIn()
    const { facebook } = emulator.control
    facebook.refuse({ on: 'POST feed', with: 'UNAVAILABLE' })
    await expect(page.createFeed([], { message: 'x' })).rejects.toMatchObject({
      status: 503,
      response: { code: 2, is_transient: true },
    })
    facebook.removePermission({ person: 'Ada', permission: 'pages_manage_posts' })
    await expect(page.createFeed([], { message: 'x' })).rejects.toThrow('pages_manage_posts')
    facebook.endTokens({ person: 'Ada', subcode: 460 })
    await expect(page.get(['name'])).rejects.toMatchObject({ response: { code: 190, error_subcode: 460 } })
  })
})
