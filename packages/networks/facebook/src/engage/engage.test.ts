import { engagesComments } from '@social-internal/meta-tests/updates-trial'
import { Media } from '@social/core'
import { aCall, aPublishCall } from '@social/testkit/platform'
import { expect, it } from 'vitest'

import { anAccount } from '../__fixtures__/an-account.js'
import { facebook } from '../platform.js'

const platform = facebook({ appSecretProof: false })
const connection = anAccount()

engagesComments({
  platform,
  connection,
  commentId: '7_8',
  message: {
    answer: /facebook does not support answering an update of the kind .*COMMENT_CREATED/,
    hide: /hiding an update of the kind .*COMMENT_CREATED/,
    delete: /deleting an update of the kind .*COMMENT_CREATED/,
  },
  hide: { path: '/v26.0/7_8', form: { is_hidden: 'true' } },
})

it('likes and unlikes, again after an outage: repeating has no effect', async () => {
  let tries = 0
  const reply = () => ((tries += 1) % 2 === 1 ? { status: 503, body: '' } : { success: true })
  const replies = { 'POST /v26.0/1_2/likes': reply, 'DELETE /v26.0/1_2/likes': reply }
  const call = aCall({ platform, connection, replies })
  expect(await platform.like('1_2', call)).toMatchObject({ postId: '1_2', likeId: null })
  await platform.unlike('1_2', { likeId: null }, call)
  expect(call.transport.paths).toEqual([
    'POST /v26.0/1_2/likes',
    'POST /v26.0/1_2/likes',
    'DELETE /v26.0/1_2/likes',
    'DELETE /v26.0/1_2/likes',
  ])
})

it('ignores only objects that were not liked', async () => {
  const refusing = (code: number) =>
    aCall({
      platform,
      connection,
      replies: { 'DELETE /v26.0/1_2/likes': { status: 400, body: { error: { code, message: 'No' } } } },
    })
  await expect(platform.unlike('1_2', { likeId: null }, refusing(100))).resolves.toBeUndefined()
  await expect(platform.unlike('1_2', { likeId: null }, refusing(7777))).rejects.toThrow('7777')
})

it('takes one picture with a comment by its URL, and reports this limit', async () => {
  const file = Media.fromBytes(new Uint8Array(9), { filename: 'a.png' })
  const [one, video] = [Media.fromUrl('https://a.example/a.png'), Media.fromUrl('https://a.example/a.mp4')]
  for (const media of [[file], [video], [one, one]]) {
    const replying = platform.reply(
      '1_2',
      { text: 'x', media, options: {} },
      aPublishCall({ platform, connection }),
    )
    await expect(replying).rejects.toThrow('takes one picture, and only by its URL')
    await expect(replying).rejects.toMatchObject({ platform: 'facebook' })
  }
  const call = aPublishCall({ platform, connection, replies: { 'POST /v26.0/1_2/comments': { id: '2_3' } } })
  const result = await platform.reply('1_2', { text: '', media: [one], options: {} }, call)
  expect(result).toMatchObject({ id: '2_3', url: null, idempotencyKey: 'key-1' })
  expect(call.transport.requests[0]?.form).toEqual({ attachment_url: 'https://a.example/a.png' })
})
