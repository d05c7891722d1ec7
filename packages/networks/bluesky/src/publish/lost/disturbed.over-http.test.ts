import { NotAllowedError, OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

/** What the last call of that name carried. */
function lastJson(path: string): unknown {
  return at.net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}
describe('a post that is disturbed on its way', () => {
  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'with gates comes out once, with them, when the answer is lost by %s',
    async (fault) => {
      at.net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.applyWrites' })
      const text = `gated ${fault}`
      const { id } = await at.ada.post({ text, options: { allowReplies: 'nobody' } })
      const bea = await at.net.signIn('bea.bsky.test')

      expect(at.net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
      await expect(bea.reply(id, 'but')).rejects.toThrow(NotAllowedError)
    },
  )

  it('whose answer is lost is looked up by its own key, and never made twice', async () => {
    at.net.emulator.faults('bluesky').add({ fault: 'replyLost', path: '/xrpc/com.atproto.repo.createRecord' })
    const text = 'only once'

    const result = await at.ada.post({ text })

    expect(at.net.routes()).toEqual(['POST com.atproto.repo.createRecord', 'GET com.atproto.repo.getRecord'])
    expect(result).toMatchObject({ state: 'DONE', cid: expect.stringMatching(/^bafy/) })
    expect(at.net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
  })

  it('that never arrived is sent once more under the same key', async () => {
    at.net.emulator
      .faults('bluesky')
      .add({ fault: 'closeBeforeEffect', path: '/xrpc/com.atproto.repo.createRecord' })
    await at.ada.post({ text: 'later' })
    const asked = at.net.emulator.requests('bluesky').find(({ path }) => path.endsWith('getRecord'))

    expect(at.net.routes()).toEqual([
      'POST com.atproto.repo.createRecord',
      'GET com.atproto.repo.getRecord',
      'POST com.atproto.repo.createRecord',
    ])
    expect(lastJson('createRecord')).toMatchObject({ rkey: asked?.query['rkey'] })
    expect(at.net.network.state().posts.filter((post) => post.text === 'later')).toHaveLength(1)
  })

  it('whose outcome nobody can tell is said to be unknown, and settled by the next try', async () => {
    const faults = at.net.emulator.faults('bluesky')
    faults.add({ fault: 'replyLost', path: '/xrpc/com.atproto.repo.createRecord' })
    const down = faults.add({
      fault: 'status',
      status: 502,
      path: '/xrpc/com.atproto.repo.getRecord',
      count: 'all',
    })
    await expect(at.ada.post({ text: 'who knows' }, { idempotencyKey: 'k' })).rejects.toThrow(
      OutcomeUnknownError,
    )
    down.remove()

    const result = await at.ada.post({ text: 'who knows' }, { idempotencyKey: 'k' })

    expect(result.isDone).toBe(true)
    expect(at.net.network.state().posts.filter((post) => post.text === 'who knows')).toHaveLength(1)
  })
})
