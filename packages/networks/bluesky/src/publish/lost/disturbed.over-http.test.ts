import { NotAllowedError, OutcomeUnknownError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { sharedEmulator } from '../../__fixtures__/shared-emulator.js'

const at = sharedEmulator()

/** Returns the body of the last request to a path. */
function lastJson(path: string): unknown {
  return at.net.emulator.requests('bluesky').findLast((one) => one.path.endsWith(path))?.json
}
describe('a post with a failing request', () => {
  it.each(['replyLost', 'closeBeforeEffect'] as const)(
    'with gates is published once when the response is lost by %s',
    async (fault) => {
      at.net.emulator.faults('bluesky').add({ fault, path: '/xrpc/com.atproto.repo.applyWrites' })
      const text = `gated ${fault}`
      const { id } = await at.ada.post({ text, options: { allowReplies: 'nobody' } })
      const bea = await at.net.signIn('bea.bsky.test')

      expect(at.net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
      await expect(bea.reply(id, 'but')).rejects.toThrow(NotAllowedError)
    },
  )

  it('whose response is lost is found by its key, and never created twice', async () => {
    at.net.emulator.faults('bluesky').add({ fault: 'replyLost', path: '/xrpc/com.atproto.repo.createRecord' })
    const text = 'only once'

    const result = await at.ada.post({ text })

    expect(at.net.routes()).toEqual(['POST com.atproto.repo.createRecord', 'GET com.atproto.repo.getRecord'])
    expect(result).toMatchObject({ state: 'DONE', cid: expect.stringMatching(/^bafy/) })
    expect(at.net.network.state().posts.filter((post) => post.text === text)).toHaveLength(1)
  })

  it('that did not arrive is sent again with the same key', async () => {
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

  it('with an unknown outcome is reported as unknown, and found by the next attempt', async () => {
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
