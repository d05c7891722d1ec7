import type { Client } from '@xdevplatform/xdk'
import { expectTypeOf, test } from 'vitest'

import type { EVENTS_QUERY } from '../messages/read-events.js'
import type { RECENT_POSTS_QUERY } from '../publish/find-post.js'
import type { PostBody } from '../publish/post-body.js'
import type { MENTIONS_QUERY } from '../updates.js'
import type { POST_QUERY } from './index.js'

// X ignores unknown field names without an error. The compiler therefore compares every requested
// name with X's own client, which is generated from X's API description.

/** The names in a comma-separated list, as a union. */
type Names<S extends string> = S extends `${infer First},${infer Rest}` ? First | Names<Rest> : S
/** Converts a name like `tweet_id` to camel case, which X's client uses. */
type Camel<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : S
/** Converts the field names of a request body to those of X's client. */
type Spelled<T> = T extends readonly (infer Item)[]
  ? Spelled<Item>[]
  : T extends object
    ? { -readonly [K in keyof T as Camel<K & string>]: Spelled<T[K]> }
    : T
/** Values that X's client accepts in one option of a method. */
type Accepted<Options, Name extends keyof Options> =
  NonNullable<Options[Name]> extends readonly (infer Item)[] ? Item : never
type PostQuery = NonNullable<Parameters<Client['posts']['getById']>[1]>
type Mentions = NonNullable<Parameters<Client['users']['getMentions']>[1]>
type Timeline = NonNullable<Parameters<Client['users']['getPosts']>[1]>
type Events = NonNullable<Parameters<Client['directMessages']['getEvents']>[0]>

test('every requested field of a post is in the API description', () => {
  expectTypeOf<Names<(typeof POST_QUERY)['post.fields']>>().toExtend<Accepted<PostQuery, 'postFields'>>()
  expectTypeOf<Names<(typeof POST_QUERY)['expansions']>>().toExtend<Accepted<PostQuery, 'expansions'>>()
  expectTypeOf<Names<(typeof POST_QUERY)['user.fields']>>().toExtend<Accepted<PostQuery, 'userFields'>>()
  expectTypeOf<Names<(typeof POST_QUERY)['media.fields']>>().toExtend<Accepted<PostQuery, 'mediaFields'>>()
  expectTypeOf<Names<(typeof MENTIONS_QUERY)['post.fields']>>().toExtend<Accepted<Mentions, 'postFields'>>()
  expectTypeOf<Names<(typeof MENTIONS_QUERY)['expansions']>>().toExtend<Accepted<Mentions, 'expansions'>>()
  expectTypeOf<Names<(typeof RECENT_POSTS_QUERY)['post.fields']>>().toExtend<
    Accepted<Timeline, 'postFields'>
  >()
  expectTypeOf<Names<(typeof RECENT_POSTS_QUERY)['expansions']>>().toExtend<
    Accepted<Timeline, 'expansions'>
  >()
})

test('every requested field of a message is in the API description', () => {
  expectTypeOf<Names<(typeof EVENTS_QUERY)['dm_event.fields']>>().toExtend<
    Accepted<Events, 'dmEventFields'>
  >()
  expectTypeOf<Names<(typeof EVENTS_QUERY)['expansions']>>().toExtend<Accepted<Events, 'expansions'>>()
  expectTypeOf<Names<(typeof EVENTS_QUERY)['user.fields']>>().toExtend<Accepted<Events, 'userFields'>>()
})

test('a post body has only fields of the API description, with their types', () => {
  type Description = NonNullable<Parameters<Client['posts']['create']>[0]>
  expectTypeOf<keyof Spelled<PostBody>>().toExtend<keyof Description>()
  expectTypeOf<Required<Spelled<PostBody>>>().toExtend<Description>()
})
