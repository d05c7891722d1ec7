import { beforeEach, describe, expect, it } from 'vitest'

import type { ReconcileCall, Reconciled } from '../../contract/index.js'
import { OutcomeUnknownError } from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import { failure, lost, onPosts } from './__fixtures__/answers.js'
import { HELLO, PostingWorld } from './__fixtures__/posting-world.js'

let world: PostingWorld
/** Ids of the posts with the same text in the network's list of posts. */
let listed: string[]
beforeEach(() => {
  world = new PostingWorld()
  listed = []
})

/** Platform methods that find a post only by its text, like networks without idempotency keys. */
const byText = {
  reconcile: async (_receipt: unknown, call: ReconcileCall): Promise<Reconciled> => {
    const candidates = listed.map((id) => ({ id, createdAt: call.networkNow() }))
    const claim = await call.claimPost(candidates, { pick: 'FIRST' })
    if (claim.state === 'OWNED') return { state: 'FOUND', result: makePostResult({ id: claim.id }) }
    return { state: 'UNKNOWN', retryAfter: 5 }
  },
}

/** Opens a client like one of several processes that share the journal. `answer` defines the network's responses. */
const aProcess = async (answer: Parameters<PostingWorld['open']>[0]) => {
  const { client } = await world.open(answer, byText)
  return (idempotencyKey: string) => client.account('sample:1').post(HELLO, { idempotencyKey })
}

describe('two posts with the same text, in two processes that share the journal', () => {
  it('share no id when both responses are lost and only one post was published', async () => {
    const [first, second] = [await aProcess(onPosts(lost)), await aProcess(onPosts(lost))]
    expect(await failure(first('A'))).toBeInstanceOf(OutcomeUnknownError)
    listed = ['7']
    expect(await second('B')).toMatchObject({ id: '7' })
    expect(await failure(first('A'))).toBeInstanceOf(OutcomeUnknownError)

    listed = ['7', '8']
    expect(await first('A')).toMatchObject({ id: '8' })
    expect(await second('B')).toMatchObject({ id: '7' })
  })

  it('a lost post is not assigned the id of a post with a response', async () => {
    const [first, second] = [
      await aProcess(onPosts(() => ({ body: { id: '7' } }))),
      await aProcess(onPosts(lost)),
    ]
    expect(await first('A')).toMatchObject({ id: '7' })
    listed = ['7']
    expect(await failure(second('B'))).toBeInstanceOf(OutcomeUnknownError)
  })

  it.each(['under a key', 'without a key'])(
    'a lost post is not assigned the id of a post that awaits its response, %s',
    async (how) => {
      const response = Promise.withResolvers<{ body: object }>()
      const sent = Promise.withResolvers<void>()
      const answering = onPosts(() => {
        sent.resolve()
        return response.promise
      })
      let isSecond = false
      const { client } = await world.open(
        (request) => (isSecond ? onPosts(lost)(request) : answering(request)),
        byText,
      )
      const account = client.account('sample:1')
      const first = account.post(HELLO, how === 'under a key' ? { idempotencyKey: 'A' } : {})
      await sent.promise
      listed = ['7']
      isSecond = true
      expect(await failure(account.post(HELLO, { idempotencyKey: 'B' }))).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        retryAfter: 5,
      })
      response.resolve({ body: { id: '7' } })
      expect(await first).toMatchObject({ id: '7' })
      expect(await failure(account.post(HELLO, { idempotencyKey: 'B' }))).toBeInstanceOf(OutcomeUnknownError)
    },
  )
})
