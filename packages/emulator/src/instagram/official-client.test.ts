import sdk from 'facebook-nodejs-business-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { FileHost } from '../__fixtures__/file-host.js'
import { sampleJpegHead } from '../framework/files/samples.js'
import { startEmulator } from '../start-emulator.js'
import { instagramNetwork } from './module.js'

const open = () => startEmulator({ networks: [instagramNetwork()] })

let emulator: Awaited<ReturnType<typeof open>>
let files: FileHost

beforeEach(async () => {
  emulator = await open()
  files = await FileHost.open()
  // The client has no other setting for the URL of its server.
  Object.defineProperty(sdk.FacebookAdsApi, 'GRAPH', {
    configurable: true,
    get: () => emulator.url('instagram'),
  })
})
afterEach(async () => {
  await files[Symbol.asyncDispose]()
  await emulator.close()
})

function signIn() {
  const { accessToken, userId } = emulator.control.instagram.signIn({ account: 'adascakes' })
  const api = new sdk.FacebookAdsApi(accessToken, 'en_US', false)
  // Every call needs a new client object, because the client changes the object's id to that of the
  // created object.
  return { accessToken, api, userId, user: () => new sdk.IGUserForIGOnlyAPI(userId, {}, null, api) }
}

/**
 * Publishes a picture. The path is explicit, because the client's own path `mediapublish` is not
 * the documented one.
 */
async function publish({ accessToken, userId, user }: ReturnType<typeof signIn>): Promise<string> {
  const container = await user().createMedia([], {
    image_url: files.put('cake.jpg', sampleJpegHead()),
    caption: 'Cake',
    alt_text: 'A cake',
  })
  const form = { creation_id: container.id, access_token: accessToken }
  const made = await user().createMediaPublish([], form, `v24.0/${userId}/media_publish`)
  return made.id
}

describe('Meta’s official client', () => {
  it('creates a container, publishes it, and finds it in the list', async () => {
    const signedIn = signIn()
    const allowance = await signedIn.user().getContentPublishingLimit(['config', 'quota_usage'])
    expect(allowance.map(({ _data }) => _data)).toMatchObject([
      { quota_usage: 0, config: { quota_total: 100 } },
    ])
    const id = await publish(signedIn)
    const media = await signedIn.user().getMedia(['caption', 'media_type', 'permalink'])
    expect(media.map(({ _data }) => _data)).toMatchObject([{ id, caption: 'Cake', media_type: 'IMAGE' }])
    const { _data: account } = await signedIn.user().get(['username'])
    expect(account['username']).toBe('adascakes')
  })

  it('reads, answers, hides and deletes comments, and sends a private reply', async () => {
    const signedIn = signIn()
    const id = await publish(signedIn)
    const { id: first } = emulator.control.instagram.comment({ by: 'zoe', on: id, text: 'Lovely' })
    const media = new sdk.IGMediaForIGOnlyAPI(id, {}, null, signedIn.api)
    const comment = new sdk.IGComment(first, {}, null, signedIn.api)

    expect((await media.getComments(['text'])).map(({ _data }) => _data['text'])).toEqual(['Lovely'])
    await comment.createReply([], { message: 'Thanks' })
    const { _data: sent } = await signedIn.user().createMessage([], {
      recipient: { comment_id: first },
      message: { text: 'Here it is' },
    })
    await comment.update([], { hide: true })

    expect((await comment.getReplies(['text'])).map(({ _data }) => _data['text'])).toEqual(['Thanks'])
    const { comments, privateReplies } = emulator.control.instagram.state()
    expect(comments.map(({ text, hidden }) => [text, hidden])).toEqual([
      ['Lovely', true],
      ['Thanks', false],
    ])
    expect(privateReplies.map(({ text }) => text)).toEqual(['Here it is'])
    expect(sent).toHaveProperty('message_id', privateReplies[0]?.id)
    await comment.delete([])
    expect(emulator.control.instagram.state().comments).toEqual([])
  })

  it('subscribes an account, and reports a refusal', async () => {
    const { user } = signIn()
    await user().createSubscribedApp([], { subscribed_fields: ['comments', 'live_comments'] })
    await expect(
      user().createMedia([], { image_url: 'https://files.example/none.jpg' }),
    ).rejects.toMatchObject({
      response: { code: 9004, error_subcode: 2_207_052 },
    })
  })
})
