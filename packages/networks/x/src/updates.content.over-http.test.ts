import { toRecord, type Update, updateFromRecord } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from './__fixtures__/at-emulator.js'

const CONCURRENCY = { mentionsDelaySeconds: 0 }

/** An update that was stored as JSON and read again. */
const stored = (update: Update | undefined): Update => {
  if (update === undefined) throw new Error('no update was delivered')
  return updateFromRecord(JSON.parse(JSON.stringify(toRecord(update))))
}

describe('the content of a mention', () => {
  it('is text with its URL, parent and actions', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn('ada', ['tweet.read', 'tweet.write', 'users.read'])
    const { id: mine } = await account.post({ text: 'root' })
    const { id: answer } = at.network.post({ by: 'cleo', text: 'nice & <good>', on: mine })

    const [update] = await account.fetchUpdates()

    expect(update).toMatchObject({
      text: 'nice & <good>',
      url: `https://x.com/cleo/status/${answer}`,
      parentId: mine,
      isOwn: false,
      attachments: [],
      actions: ['REPLY'], // the connection lacks like.write
    })
    expect(await account.actionsFor(stored(update))).toEqual(['REPLY'])
  })

  it('that was stored as JSON can be answered, and the answer deleted by its id', async () => {
    await using at = await usingEmulator({ server: CONCURRENCY })
    const account = await at.signIn()
    at.network.post({ by: 'bo', text: '@ada hello' })
    const update = stored((await account.fetchUpdates())[0])

    const id = await account.replyToUpdate(update, 'Hello yourself')

    expect(at.posts().at(-1)).toMatchObject({ id, repliedToId: update.postId, text: 'Hello yourself' })
    await account.deleteReply(update, id ?? '')
    expect(at.posts().map((post) => post.id)).not.toContain(id)
  })
})
