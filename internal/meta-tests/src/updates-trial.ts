import {
  type Call,
  type Connection,
  makeUpdate,
  NotSupportedError,
  type PublishCall,
  type Update,
} from '@social/core/platform'
import { aCall, aPublishCall, type CallPlatform, type Replies } from '@social/testkit/platform'
import { describe, expect, it } from 'vitest'

/** Network of Meta with operations that reply to, hide and delete a comment by its update. */
interface Engaging extends CallPlatform {
  replyToUpdate(update: Update, text: string, call: PublishCall): Promise<unknown>
  setCommentVisibility(update: Update, how: { readonly hidden: boolean }, call: Call): Promise<void>
  deleteComment(update: Update, call: Call): Promise<void>
}

/** Network of Meta, with a comment and the expected requests. */
interface EngagingTrial {
  readonly platform: Engaging
  readonly connection: Connection
  /** Expected error messages of each operation for an update that is not a comment. */
  readonly message: { readonly answer: RegExp; readonly hide: RegExp; readonly delete: RegExp }
  /** Id of the comment that the tests use. */
  readonly commentId: string
  readonly hide: { readonly path: string; readonly form: Readonly<Record<string, string>> }
}

/** Creates an update for a new comment. `changes` can turn it into another update. */
export function aComment(
  { platform, connection, commentId }: Pick<EngagingTrial, 'platform' | 'connection' | 'commentId'>,
  changes: Partial<Parameters<typeof makeUpdate>[0]> = {},
): Update {
  return makeUpdate({
    id: '1',
    kind: 'COMMENT_CREATED',
    platform: platform.name,
    connectionId: connection.id,
    timestamp: new Date('2026-11-22T12:00:00Z'),
    postId: commentId,
    raw: { id: commentId },
    ...changes,
  })
}

/**
 * Defines tests for operations on comments. An update that is not a comment causes an error that
 * names the operation. Hiding is repeated after an outage.
 */
export function engagesComments(trial: EngagingTrial): void {
  const { platform, connection, message, hide } = trial
  const answer = (replies: Replies) => ({ platform, connection, replies })

  describe('an update that is not a comment of this network', () => {
    it.each<[string, object]>([
      ['another kind', { kind: 'CONNECTION_REVOKED' }],
      ['no post', { postId: null }],
      ['another network', { platform: 'mastodon' }],
    ])(
      'because of %s, is refused before any request, with the name of the operation',
      async (_what, changes) => {
        const update = aComment(trial, changes)
        const call = aCall(answer({}))
        for (const [work, pattern] of [
          [platform.replyToUpdate(update, 'x', aPublishCall(answer({}))), message.answer],
          [platform.setCommentVisibility(update, { hidden: true }, call), message.hide],
          [platform.deleteComment(update, call), message.delete],
        ] as const) {
          const error: unknown = await work.catch((thrown: unknown) => thrown)
          expect(error).toBeInstanceOf(NotSupportedError)
          expect(error).toMatchObject({ platform: platform.name })
          expect(String(error)).toMatch(pattern)
        }
        expect(call.transport.requests).toEqual([])
      },
    )

    it('of an unknown kind is named as the network names it', async () => {
      const update = aComment(trial, { kind: 'feed edited', kindName: 'feed edited' })
      await expect(
        platform.setCommentVisibility(update, { hidden: true }, aCall(answer({}))),
      ).rejects.toThrow('an update of the kind feed edited')
    })
  })

  it('hides a comment, and repeats the request after an outage', async () => {
    let attempts = 0
    const reply = () => ((attempts += 1) === 1 ? { status: 503, body: '' } : { success: true })
    const call = aCall(answer({ [`POST ${hide.path}`]: reply }))
    await platform.setCommentVisibility(aComment(trial), { hidden: true }, call)
    expect(call.transport.requests.map(({ key, form }) => [key, form])).toEqual([
      [`POST ${hide.path}`, hide.form],
      [`POST ${hide.path}`, hide.form],
    ])
  })

  it('rejects every response other than success', async () => {
    for (const reply of [{}, { success: false }, { id: '1' }]) {
      const call = aCall(answer({ [`POST ${hide.path}`]: reply }))
      await expect(platform.setCommentVisibility(aComment(trial), { hidden: true }, call)).rejects.toThrow(
        platform.name,
      )
    }
  })
}
