import { expectTypeOf, test } from 'vitest'

import type {
  AbilityMethodName,
  AllAbilities,
  Call,
  ListOptions,
  PageOptions,
  PublishCall,
} from '../../contract/index.js'
import type { Like, MomentInput, Page, Thread, Update } from '../../models/index.js'
import type { CallOptions, PublishOptions } from '../types.js'
import type { AnyAccount } from './account-types.js'
import type { MethodBehind, Operation } from './operations.js'

test('an operation has the arguments of its method, with options instead of the call', () => {
  expectTypeOf<AnyAccount['deletePost']>().toEqualTypeOf<
    (postId: string, options?: CallOptions) => Promise<void>
  >()
  expectTypeOf<AnyAccount['completeVerification']>().parameters.toEqualTypeOf<
    [id: string, pin: string, options?: CallOptions | undefined]
  >()
})

test("the method's options are optional in the operation", () => {
  expectTypeOf<AnyAccount['readLikes']>().toEqualTypeOf<
    (postId: string, options?: ListOptions) => Promise<Page<Like>>
  >()
  expectTypeOf<AnyAccount['readThread']>().returns.toEqualTypeOf<Promise<Thread>>()
  type ThreadOptions = NonNullable<Parameters<AnyAccount['readThread']>[1]>
  expectTypeOf<{ depth: null; limit: 5; deadlineSeconds: 3 }>().toExtend<ThreadOptions>()
  expectTypeOf<{ depth: 'deep' }>().not.toExtend<ThreadOptions>()
  expectTypeOf<ThreadOptions>().not.toHaveProperty('idempotencyKey')
})

test('an operation with a visible effect accepts a key', () => {
  expectTypeOf<AnyAccount['replyToUpdate']>().toEqualTypeOf<
    (update: Update, text: string, options?: PublishOptions) => Promise<string | null>
  >()
})

test('a custom operation keeps its own arguments', () => {
  expectTypeOf<AnyAccount['fetchUpdates']>().parameters.toEqualTypeOf<
    [since?: MomentInput | null | undefined, options?: CallOptions | undefined]
  >()
  expectTypeOf<ReturnType<AnyAccount['listen']>>().toEqualTypeOf<AsyncIterableIterator<Update>>()
})

test('every operation has a method of the same name, or the method of its row', () => {
  expectTypeOf<
    'publish' | 'readProfile' | 'reconcile' | 'createApp' | 'checkSignature'
  >().not.toExtend<Operation>()
  expectTypeOf<MethodBehind<'post' | 'postThread' | 'profile' | 'like'>>().toEqualTypeOf<
    'publish' | 'checkThreadPart' | 'readProfile' | 'like'
  >()
})

test("a platform's method has the same arguments, null for missing options, and the call last", () => {
  type Method<M extends AbilityMethodName> = Parameters<AllAbilities[M]>
  expectTypeOf<Method<'deletePost'>>().toEqualTypeOf<[postId: string, call: Call]>()
  expectTypeOf<Method<'stopUpdates'>>().toEqualTypeOf<[call: Call]>()
  expectTypeOf<Method<'readLikes'>>().toEqualTypeOf<[postId: string, options: PageOptions, call: Call]>()
  expectTypeOf<Method<'readReplies'>>().toEqualTypeOf<
    [postId: string, options: { readonly wholeConversation: boolean }, call: Call]
  >()
  expectTypeOf<Method<'replyToUpdate'>>().toEqualTypeOf<[update: Update, text: string, call: PublishCall]>()
})
