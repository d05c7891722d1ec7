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
const textOnly = definePlatform({
  ...base,
  name: 'text_only',
  features: ['POST_TEXT', 'DELETE_POST'],
  postOptions: v.strictObject({ visibility: v.optional(v.picklist(['public', 'direct'])) }),
  publish: async () => makePostResult({ id: '1' }),
  deletePost: async () => {},
})
const quiet = definePlatform({ ...base, name: 'quiet', features: [] })
const storage = new InMemoryStorage()
const client = new SocialClient({ storage, platforms: { video, text_only: textOnly, quiet } })
declare const id: string

test('a literal id types the account by its network', () => {
  const channel = client.account('video:1')
  expectTypeOf(channel.checkState('1')).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(channel.post({ options: { title: 't', madeForKids: false } })).toEqualTypeOf<
    Promise<PostResult>
  >()
  // @ts-expect-error video does not support deletePost
  void channel.deletePost('1')
  // @ts-expect-error madeForKids is required
  void channel.post({ options: { title: 't' } })
  // @ts-expect-error options are required where the network requires one
  void channel.post({ text: 'x' })
  // @ts-expect-error titel is not an option
  void channel.post({ options: { title: 't', madeForKids: true, titel: 1 } })
})

test('an unsupported operation has a type that names the network and the operation', () => {
  expectTypeOf<
    ThisParameterType<ReturnType<typeof client.account<'video:1'>>['deletePost']>
  >().toEqualTypeOf<'video does not support deletePost'>()
  expectTypeOf<
    ThisParameterType<ReturnType<typeof client.account<'quiet:1'>>['post']>
  >().toEqualTypeOf<'quiet does not support post'>()
})

test('optional fields accept undefined', () => {
  const signal = undefined as AbortSignal | undefined
  const key = undefined as string | undefined
  void client
    .account('text_only:1')
    .post({ text: 'x' }, { signal, idempotencyKey: key, onProgress: undefined })
  void client.account(id).readLikes('1', { after: undefined, limit: undefined, signal })
})

test('options are optional if none is required', () => {
  void client.account('text_only:1').post({ text: 'x' })
  void client.account('text_only:1').deletePost('2')
  // @ts-expect-error the network needs no state check: its posts are published immediately
  void client.account('text_only:1').checkState('1')
})

test('any other id gets every operation', () => {
  void client.account(id).checkState('1')
  void client.account(id).post({ options: { whatever: 1 } })
  void client.account('elsewhere:1').checkState('1')
  // @ts-expect-error options must be an object
  void client.account(id).post({ options: 5 })
})

test('an id from a database is typed by its platform', () => {
  void client.accountOf('video', id).checkState('1')
  // @ts-expect-error video does not support deletePost
  void client.accountOf('video', id).deletePost('1')
})

test('can() narrows the type of an account', () => {
  const account = client.account('video:1')
  if (account.can('deletePost')) expectTypeOf(account.deletePost('1')).toEqualTypeOf<Promise<void>>()
})

test('a platform must be registered under its own name', () => {
  // @ts-expect-error the key must be the registered name
  void new SocialClient({ storage, platforms: { clips: video } })
})

test('platforms that are only known at run time give accounts of any type', () => {
  const wide = new SocialClient<Record<string, Platform>>({ storage, platforms: {} })
  void wide.account('anything:1').checkState('1')
})

test('optional post fields accept undefined and null', () => {
  const none = undefined
  const post = { text: none, media: none, replyTo: none, publishAt: none, options: none }
  expectTypeOf(client.account('text_only:1').post(post)).toEqualTypeOf<Promise<PostResult>>()
  expectTypeOf(Media.fromFile('a.jpg', { altText: none, kind: none })).toEqualTypeOf<Media>()
})

test('methods that take the name of a network complete the registered names, and accept other text', () => {
  type Name = 'video' | 'text_only' | 'quiet' | (string & {})
  expectTypeOf<Parameters<typeof client.startLogin>[0]>().toEqualTypeOf<Name>()
  expectTypeOf<Parameters<typeof client.createApp>[0]>().toEqualTypeOf<Name>()
  expectTypeOf<Parameters<typeof client.features>[0]>().toEqualTypeOf<Name>()
  expectTypeOf<Parameters<typeof client.optionsOf>[0]>().toEqualTypeOf<Name>()
  expectTypeOf<Parameters<typeof client.accountOf>[0]>().toEqualTypeOf<'video' | 'text_only' | 'quiet'>()
  client.features(id)
})
