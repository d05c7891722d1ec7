import { expect, it } from 'vitest'

import { InvalidPostError, IdempotencyConflictError, NotSupportedError } from '../../errors/index.js'
import { makePostResult } from '../../models/index.js'
import { aCapableClient } from '../__fixtures__/capable.js'
import { aClient } from '../__fixtures__/sample.js'

type Finish = (finish: { readonly data: object }, send: () => Promise<unknown>) => Promise<unknown>

/** Makes a client of a network that records the edits. */
async function editing() {
  const edits: unknown[] = []
  const editPost = async (postId: string, edit: unknown, call: { readonly finish: Finish }) => {
    await call.finish({ data: {} }, () => Promise.resolve(edits.push(edit)))
    return makePostResult({ id: postId })
  }
  const { client } = await aCapableClient({ editPost })
  const id: string = 'sample:1'
  return { account: client.account(id), edits }
}

it('edits a post once under its key', async () => {
  const { account, edits } = await editing()

  const first = await account.editPost('7', { text: 'new' }, { idempotencyKey: 'k' })
  const again = await account.editPost('7', { text: 'new' }, { idempotencyKey: 'k' })

  expect(first).toMatchObject({ id: '7', idempotencyKey: 'k' })
  expect(again).toEqual(first)
  expect(edits).toEqual([{ text: 'new', options: {} }])
})

it.each([
  ['8', { text: 'new' }],
  ['7', { text: 'newer' }],
  ['7', { options: { title: 'new' } }],
  ['7', { text: 'new', options: { title: 'new' } }],
])('refuses a key that was used for another edit: of post %s to %j', async (postId, edit) => {
  const { account, edits } = await editing()
  await account.editPost('7', { text: 'new' }, { idempotencyKey: 'k' })

  await expect(account.editPost(postId, edit, { idempotencyKey: 'k' })).rejects.toThrow(
    IdempotencyConflictError,
  )

  expect(edits).toHaveLength(1)
})

it('distinguishes unchanged text from empty text', async () => {
  const { account } = await editing()
  const options = { title: 'new' }
  await account.editPost('7', { options }, { idempotencyKey: 'k' })

  await expect(account.editPost('7', { text: '', options }, { idempotencyKey: 'k' })).rejects.toThrow(
    IdempotencyConflictError,
  )
})

it('refuses an edit without changes before calling the platform', async () => {
  const { account, edits } = await editing()

  await expect(account.editPost('7', {})).rejects.toThrow(InvalidPostError)

  expect(edits).toEqual([])
})

it('names the alternative if the network cannot edit posts', async () => {
  const { client } = await aClient()
  const id: string = 'sample:1'
  const account = client.account(id)

  await expect(account.editPost('7', { text: 'new' })).rejects.toThrow(
    /editing a post.*Delete the post and publish it again/s,
  )
  await expect(account.repost('7')).rejects.toThrow(NotSupportedError)
})
