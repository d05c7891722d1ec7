import * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'

import { definePlatform, type Platform } from '../contract/index.js'
import { Media } from '../media/index.js'
import { makePostResult, type PostResult } from '../models/index.js'
import { InMemoryStorage } from '../storage/index.js'
import { base } from './__fixtures__/typed-base.js'
import { SocialClient } from './social-client.js'

const video = definePlatform({
  ...base,
  name: 'video',
  features: ['POST_VIDEO'],
  postOptions: v.strictObject({
    title: v.string(),
    madeForKids: v.boolean(),
    tags: v.optional(v.array(v.string())),
  }),
  publish: async () => makePostResult({ id: '1' }),
  checkState: async (id: string) => makePostResult({ id }),
})
const words = definePlatform({
  ...base,
  name: 'words',
  features: ['POST_TEXT', 'DELETE_POST'],
  postOptions: v.strictObject({ visibility: v.optional(v.picklist(['public', 'direct'])) }),
  publish: async () => makePostResult({ id: '1' }),
  deletePost: async () => {},
})
const quiet = definePlatform({ ...base, name: 'quiet', features: [] })
const storage = new InMemoryStorage()
const client = new SocialClient({ storage, platforms: { video, words, quiet } })
declare const id: string

test('a literal id types the account by its network', () => {
  const channel = client.account('video:1')
  expectTypeOf(channel.checkState('1')).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(channel.post({ options: { title: 't', madeForKids: false } })).toEqualTypeOf<
    Promise<PostResult>
  >()
  // @ts-expect-error video lacks deletePost
  void channel.deletePost('1')
  // @ts-expect-error madeForKids is required
  void channel.post({ options: { title: 't' } })
  // @ts-expect-error options are required where the network requires one
  void channel.post({ text: 'x' })
  // @ts-expect-error titel is no option
  void channel.post({ options: { title: 't', madeForKids: true, titel: 1 } })
})

test('what a network lacks says so by name, also to whoever calls it', () => {
  expectTypeOf<
    ThisParameterType<ReturnType<typeof client.account<'video:1'>>['deletePost']>
  >().toEqualTypeOf<'video does not support deletePost'>()
  expectTypeOf<
    ThisParameterType<ReturnType<typeof client.account<'quiet:1'>>['post']>
  >().toEqualTypeOf<'quiet does not support post'>()
})

test('undefined may be passed on', () => {
  const signal = undefined as AbortSignal | undefined
  const key = undefined as string | undefined
  void client.account('words:1').post({ text: 'x' }, { signal, idempotencyKey: key, onProgress: undefined })
  void client.account(id).readLikes('1', { after: undefined, limit: undefined, signal })
})

test('options may be left out where none is required', () => {
  void client.account('words:1').post({ text: 'x' })
  void client.account('words:1').deletePost('2')
  // @ts-expect-error words finishes at once
  void client.account('words:1').checkState('1')
})

test('any other id gets every operation', () => {
  void client.account(id).checkState('1')
  void client.account(id).post({ options: { whatever: 1 } })
  void client.account('elsewhere:1').checkState('1')
  // @ts-expect-error options are an object
  void client.account(id).post({ options: 5 })
})

test('an id from a database is typed by its platform', () => {
  void client.accountOf('video', id).checkState('1')
  // @ts-expect-error video lacks deletePost
  void client.accountOf('video', id).deletePost('1')
})

test('asking what an account can do narrows it', () => {
  const account = client.account('video:1')
  if (account.can('deletePost')) expectTypeOf(account.deletePost('1')).toEqualTypeOf<Promise<void>>()
})

test('a platform stands under its own name', () => {
  // @ts-expect-error the key must be the registered name
  void new SocialClient({ storage, platforms: { clips: video } })
})

test('platforms that are only known at run time make any account', () => {
  const wide = new SocialClient<Record<string, Platform>>({ storage, platforms: {} })
  void wide.account('anything:1').checkState('1')
})

test('what is left out may also be undefined, for forms that fill in what they have', () => {
  const none = undefined
  const post = { text: none, media: none, replyTo: none, publishAt: none, options: none }
  expectTypeOf(client.account('words:1').post(post)).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(Media.fromFile('a.jpg', { altText: none, kind: none })).toEqualTypeOf<Media>()
})
